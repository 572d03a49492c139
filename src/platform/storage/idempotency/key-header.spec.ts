import { Problem } from '../../foundation/errors';
import { readKey } from './key-header';

describe('readKey', () => {
  it.each([
    ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    [String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    [String.raw`a"b\c`, String.raw`a"b\c`],
    ['~', '~'],
    ['k'.repeat(255), 'k'.repeat(255)],
    [`"${'k'.repeat(255)}"`, 'k'.repeat(255)],
  ])('parses %j as %j', (header, key) => {
    expect(readKey(header)).toBe(key);
  });

  it.each([
    '',
    '""',
    '"',
    '"open',
    '"a"; version=1',
    String.raw`"a\b"`,
    '"a"b"',
    'two words',
    '"two words"',
    'first, second',
    'schlüssel',
    'tab\there',
    'nul\u0000',
    'del\u007f',
    'line\nbreak',
    'k'.repeat(256),
    `"${'k'.repeat(256)}"`,
  ])('refuses %j, and names the header field', (header) => {
    const problem = refusal(header);
    expect(problem.code).toBe('rest-invalid-param');
    expect(Object.keys(problem.body.data.params ?? {})).toEqual(['Idempotency-Key']);
  });
});

function refusal(header: string): Problem {
  try {
    readKey(header);
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error(`${header} was not refused.`);
}
