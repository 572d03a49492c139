import { registerErrors } from '../../../platform/modules';
import { CALENDAR_ERRORS } from '../../calendar-errors';
import { type ContentLine, ContentLines } from './content-lines';

function read(content: Buffer | string, octets = Infinity): ContentLine[] {
  const bytes = Buffer.from(content as string);
  const lines = new ContentLines();
  const found: ContentLine[] = [];
  for (let start = 0; start < bytes.length; start += octets)
    found.push(...lines.add(bytes.subarray(start, start + octets)));
  return [...found, lines.end()].filter((line) => line !== undefined);
}

registerErrors(CALENDAR_ERRORS);

describe('ContentLines', () => {
  it.each([1, 2, 3, 7, Infinity])('unfolds lines that arrive in chunks of %d octets', (octets) => {
    expect(
      read('SUMMARY:Long\r\n er\r\n\tand\r\n longer\r\n\r\nUID:2\nEND:VEVENT', octets),
    ).toEqual([
      { number: 1, text: 'SUMMARY:Longerandlonger' },
      { number: 6, text: 'UID:2' },
      { number: 7, text: 'END:VEVENT' },
    ]);
  });

  it('decodes characters that are folded between their octets', () => {
    const bytes = Buffer.from('SUMMARY:Café');
    const middle = bytes.length - 1;
    const folded = [bytes.subarray(0, middle), Buffer.from('\r\n '), bytes.subarray(middle)];
    expect(read(Buffer.concat(folded))).toEqual([{ number: 1, text: 'SUMMARY:Café' }]);
  });

  it('removes a byte order mark', () => {
    expect(read('\ufeffBEGIN:VCALENDAR\n')).toEqual([{ number: 1, text: 'BEGIN:VCALENDAR' }]);
  });

  it('refuses text that is not UTF-8', () => {
    expect(() => read(Buffer.from('A:1\nSUMMARY:Café', 'latin1'))).toThrow('Line 2 is not UTF-8.');
  });

  it.each([65_536, Infinity])('cuts long lines in chunks of %d octets', (octets) => {
    const long = 'A'.repeat(3_000_000);
    const lines = read(`X:${long}\n ${long}\nUID:1\n`, octets);
    expect(lines.map(({ number }) => number)).toEqual([1, 3]);
    expect(lines[0].text.length).toBeLessThan(1_100_000);
    expect(lines[1].text).toBe('UID:1');
  });
});
