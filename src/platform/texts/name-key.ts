/** What names are compared and ordered by: the same key for the same name in any case. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();
