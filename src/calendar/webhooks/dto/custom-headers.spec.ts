import { headerFaults } from './custom-headers';

const many = (count: number, value: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, value]));

describe('headerFaults', () => {
  it.each([
    {},
    { Authorization: 'Bearer eyJ.eyJ-_~+/=' },
    { apikey: 'x', 'X-GitHub-Api-Version': '2022-11-28', Accept: 'a, b;q=0.1\t*/*' },
    { Authorization: null },
    many(10, 'x'),
    { Authorization: 'x'.repeat(4000) },
  ])('accepts %j', (headers) => {
    expect(headerFaults(headers)).toEqual([]);
  });

  it.each([
    ['a text', 'Authorization: x', 'type'],
    ['a list', [['Authorization', 'x']], 'type'],
    ['too many', many(11, 'x'), 'count'],
    ['too much together', many(7, 'x'.repeat(1000)), 'length'],
    ['an empty name', { '': 'x' }, 'format'],
    ['a name with a space', { 'X Y': 'x' }, 'format'],
    ['a name with a colon', { 'X:': 'x' }, 'format'],
    ['a long name', { [`X${'-'.repeat(100)}`]: 'x' }, 'format'],
    ['an empty value', { 'X-A': '' }, 'format'],
    ['a line break', { 'X-A': 'x\r\nX-B: y' }, 'format'],
    ['a NUL', { 'X-A': 'x\0' }, 'format'],
    ['outer spaces', { 'X-A': ' x' }, 'format'],
    ['other characters', { 'X-A': 'é' }, 'format'],
    ['a number', { 'X-A': 7 }, 'format'],
    ['a list as a value', { 'X-A': ['x'] }, 'format'],
    ['a long value', { 'X-A': 'x'.repeat(4001) }, 'format'],
    ['a name twice', { 'X-A': 'x', 'x-a': 'y' }, 'taken'],
    ['a name of the service', { 'Webhook-Signature': 'v1,x' }, 'forbidden'],
    ['Content-Type', { 'content-type': 'text/plain' }, 'forbidden'],
    ['Transfer-Encoding', { 'Transfer-Encoding': 'chunked' }, 'forbidden'],
    ['Host', { HOST: 'internal' }, 'forbidden'],
    ['Connection', { connection: 'close' }, 'forbidden'],
  ])('refuses %s', (_name, headers, code) => {
    expect(headerFaults(headers).map((each) => each.code)).toEqual([code]);
  });
});
