import { type Counted, type Quota, SPAN_MILLISECONDS } from './quota';

interface Span {
  guesses: number;
  /** Milliseconds since 1970. */
  ends: number;
}

/** The maximum number of keys in memory: some megabytes. */
const CAPACITY = 50_000;

/**
 * The attempts that this instance has counted, in memory. They are counted at once, so that
 * parallel attempts are not all checked. The number of keys is limited; a new key replaces the
 * oldest one.
 */
export class LocalGuesses {
  /** In the order in which the spans began. */
  private readonly spans = new Map<string, Span>();

  constructor(private readonly capacity = CAPACITY) {}

  get size(): number {
    return this.spans.size;
  }

  /** Counts an attempt under all quotas, unless one of them is used up. */
  take(quotas: readonly Quota[], now: number): Counted {
    const wait = this.wait(quotas, now);
    if (wait > 0) return { wait, usedUp: [] };
    const usedUp = quotas.filter(({ key, most }) => ++this.spanOf(key, now).guesses === most);
    return { wait: 0, usedUp };
  }

  /** Takes back the count of a correct attempt. */
  giveBack(quotas: readonly Quota[]): void {
    for (const { key } of quotas) {
      const span = this.spans.get(key);
      if (span && span.guesses > 0) span.guesses--;
    }
  }

  /** Milliseconds until no quota is used up any more; 0: none is used up. */
  wait(quotas: readonly Quota[], now: number): number {
    const waits = quotas.map(({ key, most }) => {
      const span = this.spans.get(key);
      return span && span.guesses >= most ? span.ends - now : 0;
    });
    return Math.max(0, ...waits);
  }

  /** Marks quotas as used up, because other instances have used them up. */
  close(quotas: readonly Quota[], now: number, ends: number): void {
    for (const { key, most } of quotas)
      Object.assign(this.spanOf(key, now), { guesses: most, ends });
  }

  private spanOf(key: string, now: number): Span {
    for (const [other, { ends }] of this.spans) {
      if (ends > now) break;
      this.spans.delete(other);
    }
    const known = this.spans.get(key);
    if (known && known.ends > now) return known;
    this.spans.delete(key);
    const [oldest] = this.spans.keys();
    if (this.spans.size >= this.capacity) this.spans.delete(oldest);
    const span = { guesses: 0, ends: now + SPAN_MILLISECONDS };
    this.spans.set(key, span);
    return span;
  }
}
