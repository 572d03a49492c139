import type { ZoneSpans } from './zone';

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX';

const MINUTE = 60_000;

/**
 * Unpacks a zone of the table of moment-timezone: `name|abbreviations|offsets|spans|lengths|…`
 * (https://momentjs.com/timezone/docs/#/data-formats/packed-format/).
 *
 * A span is a digit: the index of its abbreviation and of its offset in their lists. Numbers are in
 * base 60, with fractions: offsets in minutes west of UTC, and lengths of spans in minutes; for the
 * first span, the minute since 1970 in which it ends. The last span has no end.
 */
export function unpackZone(packed: string): ZoneSpans {
  const [, names, west, spans, lengths] = packed.split('|');
  const abbreviations = names.split(' ');
  // Offsets of local mean times have fractions, while the tz database has whole seconds.
  const offsets = west.split(' ').map((text) => Math.round(-readBase60(text) * 60) * 1000);
  const minutes = lengths.split(' ').map(readBase60);
  const kinds = Array.from(spans, (digit) => DIGITS.indexOf(digit));
  const starts = new Float64Array(kinds.length);
  starts[0] = -Infinity;
  let end = 0;
  for (let n = 1; n < kinds.length; n++) {
    end = Math.round(end + minutes[n - 1] * MINUTE);
    starts[n] = end;
  }
  return {
    starts,
    offsets: Float64Array.from(kinds, (kind) => offsets[kind]),
    abbreviations: kinds.map((kind) => abbreviations[kind]),
  };
}

function readBase60(text: string): number {
  const [whole, fraction = ''] = text.replace('-', '').split('.');
  let value = 0;
  for (const digit of whole) value = value * 60 + DIGITS.indexOf(digit);
  let unit = 1;
  for (const digit of fraction) value += DIGITS.indexOf(digit) * (unit /= 60);
  return text.startsWith('-') ? -value : value;
}
