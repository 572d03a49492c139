import { HTML_CHARACTERS, readBeginning } from './beginning';

const beginningOf = (description: string): string => readBeginning({ excerpt: '', description });

/** As much of a text as a feed reads. */
const stored = (html: string): string =>
  Array.from(html)
    .slice(0, HTML_CHARACTERS + 1)
    .join('');

describe('The beginning of the text of an event', () => {
  it('is of the excerpt, and of the description where that has no text', () => {
    expect(readBeginning({ excerpt: 'Short', description: 'Long' })).toBe('Short');
    expect(readBeginning({ excerpt: '<p></p>', description: '<p>Long</p>' })).toBe('Long');
    expect(beginningOf('')).toBe('');
  });

  it.each(['a', 'ü', '🎉'])('is the whole text of 300 times %s', (character) => {
    expect(beginningOf(character.repeat(300))).toBe(character.repeat(300));
    expect(beginningOf(character.repeat(301))).toBe(`${character.repeat(299)}…`);
    expect(beginningOf(character.repeat(100_000))).toBe(`${character.repeat(299)}…`);
  });

  it.each(['a', '🎉'])('ends between words of %s', (character) => {
    const word = character.repeat(9);
    expect(beginningOf(`${word} `.repeat(30))).toBe(`${word} `.repeat(30).trimEnd());
    expect(beginningOf(`${word} `.repeat(31))).toBe(`${`${word} `.repeat(29)}${word}…`);
    expect(beginningOf(`${word}x `.repeat(31))).toBe(`${`${word}x `.repeat(27).trimEnd()}…`);
  });

  it('loses less than half of a text with a long word', () => {
    expect(beginningOf(`${'a '.repeat(70)}${'b'.repeat(400)}`)).toBe(
      `${'a '.repeat(70)}${'b'.repeat(159)}…`,
    );
  });

  it.each([
    ['in a word', 'th', 'ree', 'It is one two…'],
    ['in an entity', 'th&ee', 'acute;', 'It is one two…'],
    ['in the number of one', 'th&#23', '3;', 'It is one two…'],
    ['in a tag', '<b title="th', 'ree">x</b>', 'It is one…'],
  ])('shows that there is more of a text that is cut %s', (_where, read, rest, beginning) => {
    const before = (room: number): string => `<p class="${'x'.repeat(room)}">It is one two </p>`;
    const html = before(HTML_CHARACTERS + 1 - before(0).length - read.length - 1) + read + rest;
    expect(html.slice(0, HTML_CHARACTERS).endsWith(read)).toBe(true);
    expect(beginningOf(stored(html))).toBe(beginning);
  });

  it('has no sign where the text ends with what is read of it', () => {
    const html = `<p>One two</p>${'<br>'.repeat(2000)}`.slice(0, HTML_CHARACTERS);
    expect(beginningOf(stored(html))).toBe('One two');
    expect(beginningOf(stored(`${html.slice(0, -1)}🎉`))).toContain('🎉');
  });
});
