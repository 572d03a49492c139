import fc from 'fast-check';
import { compareTexts, fold, isWellFormedText, searchable, searchWords } from './characters';

describe('isWellFormedText', () => {
  it.each(['', 'plain', 'Käse 🎉', 'line\nbreak', '\uFFFD'])('accepts %j', (text) => {
    expect(isWellFormedText(text)).toBe(true);
  });

  it.each(['a\0b', '\uD83C', 'x\uDF89', '\uDF89\uD83C'])('refuses %j', (text) => {
    expect(isWellFormedText(text)).toBe(false);
  });
});

describe('compareTexts', () => {
  it('sorts by code points', () => {
    const texts = [
      '',
      ' ',
      'a',
      'a b',
      'aa',
      'b',
      '\u00e9',
      '\ud7ff',
      '\ue000',
      '\uffff',
      '\u{1f600}',
      '\u{1f600}a',
    ];
    expect(texts.toReversed().sort(compareTexts)).toEqual(texts);
    expect(compareTexts('same', 'same')).toBe(0);
  });
});

describe('fold', () => {
  it.each([
    ['Jazz NIGHT', 'jazz night'],
    ['Café', 'cafe'],
    ['Cafe\u0301', 'cafe'],
    ['Straßenfest', 'strassenfest'],
    ['STRAẞE', 'strasse'],
    ['Łódź', 'lodz'],
    ['İstanbul', 'istanbul'],
    ['DİYARBAKIR ılık', 'diyarbakir ilik'],
    ['Smørrebrød på Ærø', 'smorrebrod pa aero'],
    ['Ǿre Œuvre Đakovo', 'ore oeuvre dakovo'],
    ['Þingvellir Ħal', 'thingvellir hal'],
    ['don’t', "don't"],
    ['don‘t donʼt don´t don`t', "don't don't don't don't"],
    ['Open‑Air – open—air − open-air', 'open-air - open-air - open-air'],
    ['„Faust“ «Faust»', '"faust" "faust"'],
    ['Kon\u00ADzert\u200B\u2060\uFEFFhaus', 'konzerthaus'],
    ['می\u200Cخواهم', 'میخواهم'],
    ['❤\uFE0F', '❤'],
    ['ﬁlm Ｊａｚｚ', 'film jazz'],
    ['ΟΔΟΣ Άνοιξη', 'οδοσ ανοιξη'],
    ['Ёлка', 'елка'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّد', 'محمد'],
    ['か が ｶﾞ', 'か が ガ'],
    ['कि का', 'कि का'],
    ['한국', '한국'],
    ['Việt Nam', 'viet nam'],
    ['a\u00A0 \u2003\tb', 'a b'],
    ['日本語', '日本語'],
    ['e\u0007\u0301 é\u0323 e\u200B\u0301', 'e e e'],
    ['`Ŀ` \u2028\n × 1\u0301', "'l·' × 1\u0301"],
  ])('maps %j to %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
    expect(fold(folded)).toBe(folded);
  });

  it('keeps letters distinct that differ by marks in scripts without accents', () => {
    expect(fold('かき')).not.toBe(fold('がき'));
    expect(fold('कि')).not.toBe(fold('का'));
    expect(fold('ไม้')).not.toBe(fold('ไม'));
  });

  it('is idempotent for every character', () => {
    const unstable: string[] = [];
    // A text of many characters folds faster than many texts of one.
    for (let first = 0; first < 0x3_0000; first += 0x100) {
      const codePoints = Array.from({ length: 0x100 }, (_, index) => first + index);
      const folded = fold(codePoints.map((of) => `a${String.fromCodePoint(of)}b`).join(' '));
      if (fold(folded) !== folded) unstable.push(first.toString(16));
    }
    expect(unstable).toEqual([]);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
      { numRuns: 500 },
    );
  });
});

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
