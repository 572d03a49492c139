/**
 * Reads integer columns of more than 32 bits: MySQL's driver may return them as strings. Null stays
 * null.
 */
export const STORED_NUMBER = {
  from: (stored: string | number | null): number | null =>
    stored === null ? null : Number(stored),
  to: (value: number | null | undefined): number | null | undefined => value,
};
