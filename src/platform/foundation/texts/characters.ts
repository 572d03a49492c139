/** Returns the number of characters, as databases count them: a surrogate pair is one. */
export function characterCount(text: string): number {
  let characters = text.length;
  for (let place = 0; place < text.length; place++)
    if ((text.codePointAt(place) ?? 0) > 0xffff) {
      characters--;
      place++;
    }
  return characters;
}

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
