import { normalForm } from './normal-form';

/** What a column for name keys has to hold, as for the names themselves. */
const KEY_MAX = 500;

/**
 * What names are compared and ordered by: the same key for the same name in any case, in 500
 * characters, which a few scripts outgrow when they are normalised.
 */
export function nameKey(name: string): string {
  const key = normalForm(name, 'NFC').toLowerCase();
  return key.length <= KEY_MAX ? key : [...key].slice(0, KEY_MAX).join('');
}
