import type { TestResponse } from './http-client';

export class WriteStatistics {
  readonly responses = new Map<string, number>();
  acknowledged = 0;
  refused = 0;
  /** Writes with a 5xx or no response, which may have been carried out. */
  doubtful = 0;
  /** Writes retried with their Idempotency-Key and then acknowledged. */
  repeated = 0;
  /** The first unexpected responses, such as a 500, with their requests. */
  readonly unexpected: string[] = [];

  count(reply: TestResponse): void {
    const name = 'why' in reply ? `${reply.status} (${reply.why})` : String(reply.status);
    this.responses.set(name, (this.responses.get(name) ?? 0) + 1);
  }

  complain(sentence: string): void {
    if (this.unexpected.length < 20) this.unexpected.push(sentence);
  }

  toString(): string {
    const responses = [...this.responses].sort().map(([name, count]) => `${name}: ${count}`);
    return [
      `${this.acknowledged} writes acknowledged`,
      `${this.refused} refused`,
      `${this.doubtful} in doubt`,
      `${this.repeated} acknowledged when retried with their key`,
      `(${responses.join(', ')})`,
    ].join(', ');
  }
}

export function print(scenario: string, lines: readonly string[]): void {
  process.stdout.write([`\n  ${scenario}`, ...lines.map((line) => `    ${line}`), ''].join('\n'));
}

/** `0.4 s, at most 1.2 s`. */
export function spread(seconds: readonly number[]): string {
  const sorted = [...seconds].sort((a, b) => a - b);
  const shown = (value = 0): string => `${value.toFixed(1)} s`;
  return `${shown(sorted[Math.floor(sorted.length / 2)])} median, ${shown(sorted.at(-1))} at most`;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** `23 ms (p50), 51 ms (p99)`. */
export const percentiles = (milliseconds: readonly number[]): string =>
  [0.5, 0.99]
    .map((share) => `${quantile(milliseconds, share).toFixed(0)} ms (p${share * 100})`)
    .join(', ');
