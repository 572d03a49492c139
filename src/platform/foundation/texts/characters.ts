/** Returns the number of characters, as databases count them: a surrogate pair is one. */
export const characterCount = (text: string): number =>
  text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);

/**
 * Returns the approximate number of characters of all texts and keys in a JSON value; a surrogate
 * pair counts as two.
 */
export function approximateCharacterCount(value: unknown): number {
  let characters = 0;
  for (const left = [value]; left.length > 0;) {
    const part = left.pop();
    if (typeof part === 'string') characters += part.length;
    if (typeof part === 'object' && part !== null)
      for (const [name, inner] of Object.entries(part)) {
        characters += name.length;
        left.push(inner);
      }
  }
  return characters;
}

/** Returns a function that finds the line of an offset, from 1; fast for ascending offsets. */
export function lineFinder(source: string): (offset: number) => number {
  let line = 1;
  let start = 0;
  return (offset) => {
    if (offset < start) [line, start] = [1, 0];
    for (let end = source.indexOf('\n', start); end !== -1 && end < offset; line++) {
      start = end + 1;
      end = source.indexOf('\n', start);
    }
    return line;
  };
}
