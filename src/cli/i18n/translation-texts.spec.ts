import { readTranslationTexts } from './translation-texts';

const read = (content: string) => readTranslationTexts(content, 'tags');

describe('readTranslationTexts', () => {
  it('returns the texts under the name of the file, with their lines', () => {
    const { translations, mistakes } = read(
      '{\n  "name": "Name.",\n  "list": {\n    "page": "Seite."\n  },\n  "slug": ""\n}\n',
    );
    expect(mistakes).toEqual([]);
    expect(translations).toEqual([
      { key: 'tags.name', text: 'Name.', line: 2 },
      { key: 'tags.list.page', text: 'Seite.', line: 4 },
      { key: 'tags.slug', text: '', line: 6 },
    ]);
  });

  it('accepts a byte order mark, as some editors save it', () => {
    expect(read('\uFEFF{ "name": "Name." }').mistakes).toEqual([]);
  });

  it.each([
    ['{\n"a": "x"\n"b": "y"\n}', 2, 'the comma at the end is missing'],
    ['{\n"a": "x",\n"b": "y",\n}', 3, 'a key is missing; the last line takes no comma'],
    ['{\n"a": "say "hi" now"\n}', 2, 'outside of straight quotes'],
    ['{\n"a": “x”\n}', 2, 'outside of straight quotes'],
    ['{\n“a”: "x"\n}', 2, 'outside of straight quotes'],
    ['{\n"a": "x,\n"b": "y"\n}', 2, 'the quote (") at the end is missing'],
    ['{\n"a" "x"\n}', 2, 'the colon between key and text is missing'],
    ['{\n"a": ,\n"b": "y"\n}', 2, 'a text is missing'],
    ['{\n"a": "x"\n\n', 2, 'the closing } is missing'],
    ['{\n"a": "x"\n}\n}', 4, 'something follows after the last }'],
    ['{\n"a": "x\\q"\n}', 2, 'a backslash is written \\\\'],
    ['{\n"a": "x\ty"\n}', 2, 'a text holds a tab'],
    ['{\n// later\n"a": "x"\n}', 2, 'JSON has no comments'],
    ['{\n"a": "\uFFFD"\n}', 2, 'a letter is not saved as UTF-8'],
    ['{\n"a": 5\n}', 2, '"a" must be a text in quotes'],
    ['{\n"a": "x",\n"a": "y"\n}', 3, '"a" is there twice'],
    ['', 1, 'a text is missing'],
    ['["x"]', 1, 'the file must begin with { and end with }'],
  ])('reports a mistake with its line: %j', (content, line, reason) => {
    const { mistakes } = read(content);
    expect(mistakes).toEqual([{ line, reason: expect.stringContaining(reason) as string }]);
  });
});
