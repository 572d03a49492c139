// Minutes east of UTC: the offsets in use, from Baker Island to Kiribati.
const WESTERNMOST = -12 * 60;
const EASTERNMOST = 14 * 60;

// In a query, an unescaped `+` after UTC becomes a space.
const OFFSET =
  /^(?:(?:UTC|GMT)(?<sign>[+\- ])|(?<bareSign>[+-]))(?<hours>\d{1,2})(?::?(?<minutes>\d{2})|\.(?<fraction>\d{1,2}))?$/i;

const MINUTES_OF_FRACTION: Partial<Record<string, number>> = {
  '0': 0,
  '00': 0,
  '25': 15,
  '5': 30,
  '50': 30,
  '75': 45,
};

/**
 * Parses `Z`, `+02:00`, `+0530`, `-5`, `UTC+2`, `UTC-5:30`, `UTC+5.5` or `GMT+2`.
 *
 * @returns minutes east of UTC; undefined for other texts and outside −12:00 … +14:00
 */
export function readUtcOffset(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0;
  const parts = OFFSET.exec(text)?.groups;
  if (!parts) return undefined;
  const minutes = parts.fraction
    ? MINUTES_OF_FRACTION[parts.fraction]
    : Number(parts.minutes ?? '0');
  if (minutes === undefined || minutes > 59) return undefined;
  const sign = (parts.sign ?? parts.bareSign) === '-' ? -1 : 1;
  const offset = sign * (Number(parts.hours) * 60 + minutes);
  return offset < WESTERNMOST || offset > EASTERNMOST ? undefined : offset;
}

/** `UTC`, `UTC+2`, `UTC-5:30`. */
export function utcOffsetName(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const { sign, hours, rest } = offsetParts(minutes);
  return `UTC${sign}${hours}${rest === 0 ? '' : `:${twoDigits(rest)}`}`;
}

/** ISO 8601: `+00:00`, `-05:30`. */
export function isoOffset(minutes: number): string {
  const { sign, hours, rest } = offsetParts(minutes);
  return `${sign}${twoDigits(hours)}:${twoDigits(rest)}`;
}

function offsetParts(minutes: number): { sign: '+' | '-'; hours: number; rest: number } {
  const size = Math.abs(minutes);
  return { sign: minutes < 0 ? '-' : '+', hours: Math.floor(size / 60), rest: size % 60 };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
