/** `2027-05-01 10:00:00.000` in UTC, as the drivers format a Date. */
export function storedInstant(instant: Date): string {
  const iso = instant.toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)}`;
}
