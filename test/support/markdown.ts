/** The cells of a table; the first row is the header. */
export type Table = [head: string[], ...rows: string[][]];

const TABLE = /(?:^\|.*\n)+/m;

const sectionsOf = (page: string): string[] => page.split(/^(?=#+ )/m);

const isBelow = (heading: string, section: string): boolean =>
  /^#+ (.*)\n/.exec(section)?.[1] === heading;

/** Returns the cells of the first table after a heading, without its header. */
export function tableBelow(heading: string, page: string): string[][] {
  const section = sectionsOf(page).find((text) => isBelow(heading, text)) ?? '';
  const rows = TABLE.exec(section)?.[0].trim().split('\n') ?? [];
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Replaces the first table after a heading, formatted by Prettier. */
export function withTable(heading: string, page: string, [head, ...rows]: Table): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((cells) => cells[column].length)),
  );
  const line = (cells: string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |\n`;
  const table = [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('');
  return sectionsOf(page)
    .map((section) => (isBelow(heading, section) ? section.replace(TABLE, () => table) : section))
    .join('');
}

export const code = (text: unknown): string => `\`${String(text)}\``;

export const codesIn = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code);

/** Returns the anchors of a page's headings, such as `#its-words`. */
export function anchorsOf(page: string): string[] {
  const text = page.replace(/^ *```.*?^ *```$/gms, '');
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
