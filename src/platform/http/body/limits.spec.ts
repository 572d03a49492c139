import type { Problem } from '../../errors';
import { assertWithinLimits } from './limits';

const codeOf = (value: unknown): string | undefined => {
  try {
    assertWithinLimits(value);
    return undefined;
  } catch (error) {
    return (error as Problem).code;
  }
};

const objectOf = (keys: number): object =>
  Object.fromEntries(Array.from({ length: keys }, (_, n) => [`k${n}`, 1]));

describe('assertWithinLimits', () => {
  it('accepts 10,000 values and refuses more', () => {
    expect(codeOf(Array(10_000).fill({}))).toBeUndefined();
    expect(codeOf(Array(10_001).fill(1))).toBe('rest-body-too-large');
    expect(codeOf(Array(5_001).fill([1]))).toBe('rest-body-too-large');
  });

  it('accepts 1,000 keys in one object, and more entries in a list', () => {
    expect(codeOf([objectOf(1000), objectOf(1000)])).toBeUndefined();
    expect(codeOf({ a: [objectOf(1001)] })).toBe('rest-body-too-large');
    expect(codeOf({ a: Array(2000).fill(1) })).toBeUndefined();
  });

  it('counts more values for numeric keys, whose copies take memory for the keys below them', () => {
    expect(codeOf(Array(370).fill({ 949: 1 }))).toBeUndefined();
    expect(codeOf(Array(380).fill({ 949: 1 }))).toBe('rest-body-too-large');
    expect(codeOf(Array(4_000).fill({ 12345: 1, '9a': 1 }))).toBe('rest-body-too-large');
    expect(codeOf(Array(3_000).fill({ 12345: 1, '9a': 1 }))).toBeUndefined();
  });

  it('accepts 20 levels of nesting', () => {
    const nested = (depth: number): unknown =>
      JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown;
    expect(codeOf(nested(20))).toBeUndefined();
    expect(codeOf(nested(21))).toBe('rest-bad-request');
    expect(codeOf(nested(100_000))).toBe('rest-bad-request');
  });
});
