import { Problem } from '../../foundation/errors';
import { countJsonValues } from './json';

const count = (json: string): number => countJsonValues(Buffer.from(json));

const codeOf = (json: string): string | undefined => {
  try {
    count(json);
    return undefined;
  } catch (error) {
    return (error as Problem).code;
  }
};

describe('countJsonValues', () => {
  it.each([
    ['{}', 0],
    ['[ ]', 0],
    ['"[1,2]"', 0],
    ['{"a":1}', 1],
    [' { "a" : [ ] , "b" : { } } ', 2],
    ['[1,"a,b",{"c":[true,null]},[]]', 7],
    ['["\\"],[","\\\\",1]', 3],
    ['["ä,漢,\u{1f600}",1]', 2],
  ])('counts %s as %i values', (json, expected) => {
    expect(count(json)).toBe(expected);
  });

  it('counts as many values as the parser creates', () => {
    const size = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce((sum: number, inner) => sum + 1 + size(inner), 0)
        : 0;
    const value = { a: [[], [[]], {}, { b: { c: ['{', '"', '\\', ']'] } }], d: 'e', f: null };
    for (const indent of [0, 2])
      expect(count(JSON.stringify(value, null, indent))).toBe(size(value));
  });

  it('accepts 10,000 values and refuses more', () => {
    expect(count(`[${'{},'.repeat(9_999)}1]`)).toBe(10_000);
    expect(codeOf(`[${'{},'.repeat(10_000)}1]`)).toBe('rest-body-too-large');
    expect(codeOf(`[${'[],'.repeat(10_000)}`)).toBe('rest-body-too-large');
  });

  it('accepts 1,000 keys in one object, and more entries in a list', () => {
    const object = (keys: number): string =>
      `{${Array.from({ length: keys }, (_, n) => `"k${n}":1`).join()}}`;
    expect(count(`[${object(1000)},${object(1000)}]`)).toBe(2002);
    expect(codeOf(object(1001))).toBe('rest-body-too-large');
    expect(codeOf(`{"a":[${object(1001)}]}`)).toBe('rest-body-too-large');
    expect(count(`{"a":[${'1,'.repeat(2000)}1]}`)).toBe(2002);
  });

  it('counts more values for numeric keys, which allocate memory for the keys below them', () => {
    expect(count('{"a":1,"949":1,"0":[1],"\\u0039":1}')).toBe(5 + 3 * 25);
    expect(count('["949",{"a":"949","12345":1,"9a":1}]')).toBe(5);
    expect(codeOf(`[${'{"949":1},'.repeat(800)}]`)).toBe('rest-body-too-large');
  });

  it('accepts 20 levels of nesting', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(count(nested(20))).toBe(19);
    expect(codeOf(nested(21))).toBe('rest-bad-request');
    expect(codeOf('{"a":'.repeat(1_000_000))).toBe('rest-bad-request');
  });

  it.each(['', ']]]', '}', '{[}]', '"', '"\\', '{"a', ',,,,', '{"a":1}}{', '[1'])(
    'counts invalid JSON such as %s without failing',
    (json) => {
      expect(count(json)).toBeLessThan(10);
    },
  );
});
