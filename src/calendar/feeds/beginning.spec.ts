import { HTML_CHARACTERS, readBeginning } from './beginning';

const beginningOf = (description: string): string => readBeginning({ excerpt: '', description });

/** As much of a text as a feed reads from the database. */
const stored = (html: string): string =>
  Array.from(html)
    .slice(0, HTML_CHARACTERS + 1)
    .join('');

describe('readBeginning', () => {
  it('reads the excerpt, or the description if the excerpt has no text', () => {
    expect(readBeginning({ excerpt: 'Short', description: 'Long' })).toBe('Short');
    expect(readBeginning({ excerpt: '<p></p>', description: '<p>Long</p>' })).toBe('Long');
    expect(beginningOf('')).toBe('');
  });

  it.each(['a', 'ü', '🎉'])('cuts after 300 characters of %s', (character) => {
    expect(beginningOf(character.repeat(300))).toBe(character.repeat(300));
    expect(beginningOf(character.repeat(301))).toBe(`${character.repeat(299)}…`);
    expect(beginningOf(character.repeat(100_000))).toBe(`${character.repeat(299)}…`);
  });

  it.each(['a', '🎉'])('cuts between words of %s', (character) => {
    const word = character.repeat(9);
    expect(beginningOf(`${word} `.repeat(30))).toBe(`${word} `.repeat(30).trimEnd());
    expect(beginningOf(`${word} `.repeat(31))).toBe(`${`${word} `.repeat(29)}${word}…`);
    expect(beginningOf(`${word}x `.repeat(31))).toBe(`${`${word}x `.repeat(27).trimEnd()}…`);
  });

  it('keeps more than half of a text with a long word', () => {
    expect(beginningOf(`${'a '.repeat(70)}${'b'.repeat(400)}`)).toBe(
      `${'a '.repeat(70)}${'b'.repeat(159)}…`,
    );
  });

  it.each([
    ['in a word', 'th', 'ree', 'It is one two…'],
    ['in an entity', 'th&ee', 'acute;', 'It is one two…'],
    ['in the number of one', 'th&#23', '3;', 'It is one two…'],
    ['in a tag', '<b title="th', 'ree">x</b>', 'It is one…'],
  ])('adds an ellipsis to a text that was cut %s', (_where, read, rest, beginning) => {
    const before = (room: number): string => `<p class="${'x'.repeat(room)}">It is one two </p>`;
    const html = before(HTML_CHARACTERS + 1 - before(0).length - read.length - 1) + read + rest;
    expect(html.slice(0, HTML_CHARACTERS).endsWith(read)).toBe(true);
    expect(beginningOf(stored(html))).toBe(beginning);
  });

  it('adds no ellipsis if the text ends within the part that was read', () => {
    const html = `<p>One two</p>${'<br>'.repeat(2000)}`.slice(0, HTML_CHARACTERS);
    expect(beginningOf(stored(html))).toBe('One two');
    expect(beginningOf(stored(`${html.slice(0, -1)}🎉`))).toContain('🎉');
  });
});
