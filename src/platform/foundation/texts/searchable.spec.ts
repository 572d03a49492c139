import { searchable, searchWords } from './searchable';

describe('searchable', () => {
  it.each([
    [['Jazz Night'], 'jazz night'],
    [['ÜBER Ärger'], 'uber arger'],
    [['Cafe\u0301'], 'cafe'],
    [['  many \t white\n spaces '], 'many white spaces'],
    [['<p>One</p><p>two</p>'], 'one two'],
    [['a<br>b<li>c'], 'a b c'],
    [['a<br>\nb < c<br>'], 'a b < c'],
    [['half <b>w</b>ord'], 'half word'],
    [['AT&amp;T &eacute; &#233;'], 'at&t e e'],
    [['AT&T, a < b'], 'at&t, a < b'],
    [['&amp;lt;b&amp;gt;'], '&lt;b&gt;'],
    [['Stra&shy;&szlig;e'], 'strasse'],
    [['<ul><li>One</li><li>- two</li></ul>'], 'one - two'],
    [['<details><summary>More</summary>text</details>'], 'more text'],
    [['ΟΔΟΣ'], 'οδοσ'],
    [['Title', null, 'Text', undefined, '', 'More'], 'title\ntext\nmore'],
    [[], ''],
  ])('maps %j to %j', (texts, form) => {
    expect(searchable(...texts)).toBe(form);
  });

  it('keeps phrases from matching across two texts', () => {
    const [phrase = ''] = searchWords('"night open"');
    expect(searchable('Jazz night', 'Open air')).not.toContain(phrase);
    expect(searchable('Jazz night open air')).toContain(phrase);
  });
});

describe('searchWords', () => {
  it.each([
    ['jazz', ['jazz']],
    ['  Jazz   NIGHT ', ['jazz', 'night']],
    ['"Jazz  Night" open', ['jazz night', 'open']],
    ['open"jazz night"air', ['open', 'jazz night', 'air']],
    ['"jazz night', ['jazz', 'night']],
    ['7" vinyl', ['7', 'vinyl']],
    ['jazz Jazz', ['jazz']],
    ['100% _x', ['100%', '_x']],
    ['Cafe\u0301', ['cafe']],
    ['“Jazz night” don’t', ['jazz night', "don't"]],
    ['"" " "', []],
    ['   ', []],
    ['', []],
  ])('splits %j into %j', (query, words) => {
    expect(searchWords(query)).toEqual(words);
  });
});
