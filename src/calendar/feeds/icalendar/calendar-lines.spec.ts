import { address, cleanLine, type Component, linesOf, propertyLines, text } from './calendar-lines';

const linesIn = (lines: string): string[] => lines.split('\r\n').slice(0, -1);

describe('Content lines', () => {
  it.each(['a', 'ü', '東', '🎉', 'a🎉', 'aü東'])(
    'have at most 75 octets and whole characters: %s',
    (piece) => {
      for (let shift = 0; shift < 5; shift++) {
        const value = 'x'.repeat(shift) + piece.repeat(100);
        const lines = linesIn(text('SUMMARY', value));
        for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        for (const line of lines.slice(0, -1))
          expect(Buffer.byteLength(line)).toBeGreaterThan(75 - 4);
        const [first, ...others] = lines;
        expect(others.every((line) => line.startsWith(' '))).toBe(true);
        expect(first + others.map((line) => line.slice(1)).join('')).toBe(`SUMMARY:${value}`);
      }
    },
  );

  it.each([
    [75 - 'SUMMARY:'.length, 1],
    [76 - 'SUMMARY:'.length, 2],
  ])('fold %i characters into %i lines', (length, count) => {
    expect(linesIn(text('SUMMARY', 'x'.repeat(length)))).toHaveLength(count);
  });

  it.each([
    ['a, b; c: d', 'a\\, b\\; c: d'],
    ['C:\\new', 'C:\\\\new'],
    ['one\r\ntwo\rthree\nfour', 'one\\ntwo\\nthree\\nfour'],
    ['a\tb\u0000c\u001bd\u007fe', 'a bcde'],
    ['a\u2028b\u2029c\u0085d\ve\ff', 'a\\nb\\nc\\nd\\ne\\nf'],
    ['\u2028END:VCALENDAR\r\n', '\\nEND:VCALENDAR\\n'],
    ['a\u001cb\u001dc\u001ed', 'abcd'],
    ['"quoted" & <b>', '"quoted" & <b>'],
  ])('escape %j as %j', (value, escaped) => {
    expect(text('SUMMARY', value)).toBe(`SUMMARY:${escaped}\r\n`);
  });

  it('prevent injection through a parameter or an address', () => {
    expect(cleanLine(' a\r\nb\u0000 ')).toBe('a b');
    expect(cleanLine('a\u2028b\u2029\u0085\v\fc')).toBe('a b c');
    const cn = cleanLine('A "B"\r\nX-EVIL:1');
    expect(propertyLines(['organizer', { cn }, 'cal-address', 'mailto:a@example.org'])).toBe(
      'ORGANIZER;CN="A ^\'B^\' X-EVIL:1":mailto:a@example.org\r\n',
    );
    expect(address('URL', 'https://example.org/\r\nX-EVIL:1')).toBe(
      'URL:https://example.org/X-EVIL:1\r\n',
    );
  });

  it('are enclosed by BEGIN and END of their component', () => {
    const inner: Component = ['valarm', [['action', {}, 'text', 'DISPLAY']], []];
    expect(linesIn(linesOf(['vevent', [['uid', {}, 'text', '1']], [inner]]))).toEqual([
      'BEGIN:VEVENT',
      'UID:1',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'END:VALARM',
      'END:VEVENT',
    ]);
  });
});
