import type { Reply } from './wire';

/** What became of the writes, counted. */
export class Figures {
  readonly answers = new Map<string, number>();
  acknowledged = 0;
  refused = 0;
  /** Answered with a 5xx, or not at all, so that they may have been carried out. */
  doubtful = 0;
  /** Sent again with their Idempotency-Key, and acknowledged then. */
  repeated = 0;
  /** What should never be answered, such as a 500: what was asked and what came, the first ones. */
  readonly unexpected: string[] = [];

  count(reply: Reply): void {
    const name = 'why' in reply ? `${reply.status} (${reply.why})` : String(reply.status);
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1);
  }

  complain(sentence: string): void {
    if (this.unexpected.length < 20) this.unexpected.push(sentence);
  }

  toString(): string {
    const answers = [...this.answers].sort().map(([name, count]) => `${name}: ${count}`);
    return [
      `${this.acknowledged} writes acknowledged`,
      `${this.refused} refused`,
      `${this.doubtful} in doubt`,
      `${this.repeated} acknowledged when repeated with their key`,
      `(${answers.join(', ')})`,
    ].join(', ');
  }
}

/** Prints what a scenario has measured. */
export function print(scenario: string, lines: readonly string[]): void {
  process.stdout.write([`\n  ${scenario}`, ...lines.map((line) => `    ${line}`), ''].join('\n'));
}

/** Such as `0.4 s, at most 1.2 s`. */
export function spread(seconds: readonly number[]): string {
  const sorted = [...seconds].sort((a, b) => a - b);
  const shown = (value = 0): string => `${value.toFixed(1)} s`;
  return `${shown(sorted[Math.floor(sorted.length / 2)])} in the middle, ${shown(sorted.at(-1))} at most`;
}

/** The value that a share of all is below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Such as `23 ms (p50), 51 ms (p99)`. */
export const percentiles = (milliseconds: readonly number[]): string =>
  [0.5, 0.99]
    .map((share) => `${quantile(milliseconds, share).toFixed(0)} ms (p${share * 100})`)
    .join(', ');
