/** Control characters except LF and tab, and those that change the direction or the end of a line. */
const CONTROLS = /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** Makes control characters of files, sources and records visible, such as `\u001b`: a terminal would obey them. */
export const printable = (text: string): string =>
  text.replace(CONTROLS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** As `printable`, also without line breaks and tabs. */
export const printableLine = (text: string): string =>
  printable(text.replace(/[\t\n\v\f\r]+/g, ' '));
