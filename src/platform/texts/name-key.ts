import { fold } from './fold';

/** The length of the columns of names and name keys. */
const KEY_MAX = 500;

/**
 * The key by which names are compared and sorted: the folded name, at most 500 characters. In a few
 * scripts a name becomes longer when it is folded, and is cut.
 */
export function nameKey(name: string): string {
  const key = fold(name);
  return key.length <= KEY_MAX ? key : [...key].slice(0, KEY_MAX).join('');
}
