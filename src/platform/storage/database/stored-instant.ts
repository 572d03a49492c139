/**
 * Returns the text of an instant in a column, `2027-05-01 10:00:00.000` in UTC, as the drivers
 * format a Date.
 */
export const storedInstant = (instant: Date): string =>
  instant.toISOString().slice(0, -1).replace('T', ' ');
