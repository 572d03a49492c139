import { normalForm } from './normal-form';

/** The length of the columns of names and name keys. */
const KEY_MAX = 500;

/**
 * The key by which names are compared and sorted: the same for a name in any case, at most 500
 * characters. In a few scripts a name becomes longer when it is normalised, and is cut.
 */
export function nameKey(name: string): string {
  const key = normalForm(name, 'NFC').toLowerCase();
  return key.length <= KEY_MAX ? key : [...key].slice(0, KEY_MAX).join('');
}
