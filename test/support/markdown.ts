/** The cells of the first table below a heading, without its head. */
export function tableBelow(heading: string, page: string): string[][] {
  const section = page.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const rows = /(^\|.*\n)+/m.exec(section)?.[0].trim().split('\n') ?? [];
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** What stands between backquotes. */
export const codesIn = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
