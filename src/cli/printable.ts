/** Control characters except LF and tab, and those that change the direction or the end of a line. */
const CONTROLS = /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/**
 * Returns a text of files, sources or records as a terminal may get it: characters that would control the terminal
 * are visible, such as `\u001b`.
 */
export const printable = (text: string): string =>
  text.replace(CONTROLS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Returns a text as a part of one line: as `printable`, without line breaks and tabs. */
export const printableLine = (text: string): string =>
  printable(text.replace(/[\t\n\v\f\r]+/g, ' '));
