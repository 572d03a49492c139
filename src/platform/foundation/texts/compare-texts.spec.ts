import { compareTexts } from './compare-texts';

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
