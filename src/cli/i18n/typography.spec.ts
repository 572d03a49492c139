import { typographyOf } from './typography';

const NARROW = '\u202F';
const FIXED = '\u00A0';

describe('typographyOf', () => {
  it.each([
    ['fr', 'Slug: le nom.', `has no no-break space (U+00A0) before :: “Slug: le nom.”`],
    ['fr', 'Slug : le nom.', `has no no-break space (U+00A0) before :: “Slug : le nom.”`],
    ['fr', `Slug${NARROW}: le nom.`, 'has no no-break space (U+00A0) before :'],
    ['fr', 'Slug ; nom.', 'has no narrow no-break space (U+202F) before ; ! or ?'],
    ['fr', `Slug${FIXED}; nom.`, 'has no narrow no-break space (U+202F) before ; ! or ?'],
    ['fr', 'Vraiment?', 'has no narrow no-break space (U+202F) before ; ! or ?'],
    ['fr', 'Dit « oui ».', 'has no no-break space (U+00A0) within « »'],
    ['fr', `Au plus 2 000${FIXED}caractères.`, 'has no narrow no-break space (U+202F) in a number'],
    ['fr', 'Au plus 500 caractères.', 'has no no-break space (U+00A0) before a unit'],
    ['fr', 'Dans les 24 heures.', 'has no no-break space (U+00A0) before a unit'],
    ['fr', "L'événement.", "has a straight quote or apostrophe: “L'événement.”"],
    ['de', 'Der "Name".', 'has a straight quote or apostrophe: “Der "Name".”'],
    ['en', "The event's name.", 'has a straight quote or apostrophe'],
  ])('finds a mistake in %s: %s', (language, text, phrase) => {
    expect(typographyOf(text, language, false)).toEqual([
      expect.stringContaining(phrase) as string,
    ]);
  });

  it.each([
    ['fr', `Slug${FIXED}: le nom${NARROW}; «${FIXED}oui${FIXED}», à 20${FIXED}h, 2${NARROW}000.`],
    ['fr', 'Jusqu’à 23:59:59 le 304 suivant, `{ "a": 1; }`.'],
    ['de', 'Der „Name“: `"x"`; ja!'],
    ['es', 'El "nombre": sí; ¿no?'],
  ])('accepts in %s: %s', (language, text) => {
    expect(typographyOf(text, language, false)).toEqual([]);
  });

  it('requires a sentence for a description', () => {
    const phrase = 'must begin with a capital letter and end with a full stop';
    expect(typographyOf('name of the tag.', 'en', true)).toEqual([phrase]);
    expect(typographyOf('Name of the tag', 'de', true)).toEqual([phrase]);
    expect(typographyOf('Name of the tag', 'en', false)).toEqual([]);
    expect(typographyOf('Étiquette.', 'fr', true)).toEqual([]);
    expect(typographyOf('名前', 'ja', true)).toEqual([]);
  });
});
