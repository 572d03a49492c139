import { readJsonRows } from './json-rows';

describe('readJsonRows', () => {
  it('returns the first line of each row', () => {
    const text = '[\n  {"a": 1},\n  {\n    "a": 2\n  }, {"a": 3},\n\n  4\n]\n';
    expect(readJsonRows(text, 'rows.json').map(({ line }) => line)).toEqual([2, 3, 5, 7]);
  });

  it('returns the rows unchanged', () => {
    expect(readJsonRows('[{"name":"Zoë \\u0041"},[1],null]', 'rows.json')).toEqual([
      { line: 1, value: { name: 'Zoë A' } },
      { line: 1, value: [1] },
      { line: 1, value: null },
    ]);
  });

  it('accepts a byte order mark and Windows line endings', () => {
    expect(readJsonRows('\uFEFF[\r\n1,\r\n2]', 'rows.json')).toEqual([
      { line: 2, value: 1 },
      { line: 3, value: 2 },
    ]);
  });

  it.each([
    ['[1,\n2\n3]', 'rows.json:3: is not valid JSON (comma expected).'],
    ['[1,\n2,\n]', 'rows.json:3: is not valid JSON (value expected).'],
    ['[1,\n// two\n2]', 'rows.json:2: is not valid JSON (invalid comment token).'],
    ['[1,\n"two\n]', 'rows.json:2: is not valid JSON (unexpected end of string).'],
    ['[1,\n2', 'rows.json:2: is not valid JSON (close bracket expected).'],
    ['name,city\nA,B', 'rows.json:1: is not valid JSON (invalid symbol).'],
    ['\n{}', 'rows.json:2: the top-level value must be an array of rows.'],
  ])('refuses %j', (text, sentence) => {
    expect(() => readJsonRows(text, 'rows.json')).toThrow(sentence);
  });

  it('refuses nesting that would overflow the stack', () => {
    expect(() => readJsonRows(`[\n${'['.repeat(100_000)}`, 'rows.json')).toThrow(
      'rows.json:2: is nested more than 100 levels deep.',
    );
  });
});
