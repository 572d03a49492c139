import fc from 'fast-check';
import { encoded } from './list-stream';

const joined = (before: string, value: unknown): string =>
  Buffer.concat([...encoded(before, value)]).toString();

describe('encoded', () => {
  it('equals JSON.stringify of the whole value', () => {
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue(),
        fc.array(tie('value')),
        fc.dictionary(fc.string(), fc.option(tie('value'), { nil: undefined })),
      ),
    }));
    fc.assert(
      fc.property(values.value, (value) => {
        expect(joined('', value)).toBe(JSON.stringify(value));
      }),
      { seed: 1 },
    );
  });

  it('writes null for an undefined entry of a list', () => {
    expect(joined('[', [undefined, 1])).toBe('[[null,1]');
  });

  it('yields small chunks, unless a single text is large', () => {
    const record = {
      ids: Array.from({ length: 50_000 }, (_, id) => id),
      text: '🎪'.repeat(100_000),
    };
    const lengths = [...encoded('', record)].map(({ length }) => length);
    expect(Math.max(...lengths)).toBeLessThan(450_000);
    expect(lengths.filter((length) => length > 33 * 1024)).toHaveLength(1);
    expect(lengths.length).toBeGreaterThan(8);
  });
});
