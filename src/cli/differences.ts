import { printableLine } from './printable';

const SHOWN = 20;

/** Counts differences, and prints the first ones. */
export class Differences<T> {
  private readonly first: T[] = [];
  count = 0;

  add(differences: readonly T[]): void {
    this.count += differences.length;
    this.first.push(...differences.slice(0, SHOWN - this.first.length));
  }

  /** @param linesOf returns the cells of the lines of a difference */
  print(head: readonly string[], linesOf: (difference: T) => readonly (string | number)[][]): void {
    const lines = this.first.flatMap(linesOf);
    printTable(lines.length > 0 ? [head, ...lines] : []);
    if (this.count > this.first.length)
      process.stdout.write(`… and ${this.count - this.first.length} more\n`);
  }
}

export function printTable(lines: readonly (readonly (string | number)[])[]): void {
  for (const line of lines)
    process.stdout.write(`${line.map((cell) => printableLine(String(cell))).join('\t')}\n`);
}
