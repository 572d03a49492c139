import { unpackZone } from './packed-zone';

describe('unpackZone', () => {
  it('reads base-60 numbers with fractions, and a first span without a beginning', () => {
    const { starts, offsets, abbreviations } = unpackZone(
      'America/Los_Angeles|PST PDT|80 70|0101|1Lzm0 1zb0 Op0',
    );
    expect(
      Array.from(starts, (at) => (at === -Infinity ? at : new Date(at).toISOString())),
    ).toEqual([
      -Infinity,
      '2014-03-09T10:00:00.000Z',
      '2014-11-02T09:00:00.000Z',
      '2015-03-08T10:00:00.000Z',
    ]);
    expect([...offsets]).toEqual([-8, -7, -8, -7].map((hours) => hours * 3_600_000));
    expect(abbreviations).toEqual(['PST', 'PDT', 'PST', 'PDT']);
  });

  it('rounds local mean times to whole seconds', () => {
    // Abidjan was 16 minutes and 8 seconds behind until 1912.
    const { starts, offsets } = unpackZone('Africa/Abidjan|LMT GMT|g.8 0|01|-2ldXH.Q|48e5');
    expect([...offsets].map(Math.abs)).toEqual([968_000, 0]);
    expect(offsets[0]).toBe(-968_000);
    expect(new Date(starts[1]).toISOString()).toBe('1912-01-01T00:16:08.000Z');
  });

  it('reads a zone without changes', () => {
    const { starts, offsets, abbreviations } = unpackZone('Asia/Kolkata|IST|-5u|0|');
    expect([[...starts], [...offsets], abbreviations]).toEqual([
      [-Infinity],
      [19_800_000],
      ['IST'],
    ]);
  });
});
