import { compareTexts, isWellFormedText } from './characters';

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
