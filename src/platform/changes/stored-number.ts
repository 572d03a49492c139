/**
 * Reads whole numbers of columns that may hold larger ones than 32 bits: MySQL's driver may hand them
 * out as texts. Null stays null.
 */
export const STORED_NUMBER = {
  from: (stored: string | number | null): number | null =>
    stored === null ? null : Number(stored),
  to: (value: number | null | undefined): number | null | undefined => value,
};
