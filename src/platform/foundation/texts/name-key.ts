import { fold } from './fold';

/** The length of the columns of names and name keys. */
const KEY_MAX = 500;

/**
 * Returns the key for comparing and sorting names: the folded name, at most 500 characters. In a
 * few scripts folding makes a name longer, and the key is cut.
 */
export function nameKey(name: string): string {
  const key = fold(name);
  return key.length <= KEY_MAX ? key : [...key].slice(0, KEY_MAX).join('');
}
