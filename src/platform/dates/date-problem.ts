import { DATE_MAX } from './date-input';

const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)(?:[t ]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
/** 03/01/2027, 3.1.27. */
const OF_COUNTRY = /^(\d{1,2})([./-])\d{1,2}\2(?:\d{4}|\d{2})(?!\d)/;
/** 19 Uhr, 19h30, 19.30. */
const TIME_ALONE = /^(?:[01]?\d|2[0-4])(?:[:.h]\d{2}|h)?(?: ?(?:uhr|h|heures?))?$/i;
const MILLISECONDS = /^\d{13}$/;

/** Returns the fault of a value that is not a date; undefined if there is no precise one. */
export function dateProblem(value: unknown): string | undefined {
  if (typeof value === 'number') return numberProblem(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (text === '') return 'it is empty';
  if (text.length > DATE_MAX) return `it is longer than ${DATE_MAX} characters`;
  if (MILLISECONDS.test(text)) return numberProblem(Number(text));
  if (/^\d{4}$/.test(text)) return 'it is a year alone';
  const compact = COMPACT.exec(text);
  if (compact) return `the day is written ${compact.slice(1).join('-')}`;
  if (OF_COUNTRY.test(text)) return 'day or month first? Write the year, the month, the day';
  if (TIME_ALONE.test(text)) return 'it is a time without a day; write 2027-05-01 19:00';
  const iso = ISO.exec(text);
  return iso ? isoProblem(iso) : undefined;
}

const numberProblem = (value: number): string | undefined =>
  value >= 1e12 ? 'it is in milliseconds; send seconds' : undefined;

function isoProblem(iso: RegExpExecArray): string | undefined {
  const [year, month, day, hours = 0, minutes = 0, seconds = 0] = iso.slice(1).map(Number);
  if (month < 1 || month > 12) return `there is no month ${month}`;
  if (day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate())
    return `there is no such day`;
  if (hours > 23 || minutes > 59 || seconds > 59) return 'there is no such time of day';
  return undefined;
}
