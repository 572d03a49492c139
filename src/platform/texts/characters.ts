/** How many characters a text has, as databases count them: a surrogate pair is one. */
export function charactersOf(text: string): number {
  let characters = text.length;
  for (let place = 0; place < text.length; place++)
    if ((text.codePointAt(place) ?? 0) > 0xffff) {
      characters--;
      place++;
    }
  return characters;
}
