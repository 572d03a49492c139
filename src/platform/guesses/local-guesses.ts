import { type Counted, type Quota, SPAN_MILLISECONDS } from './quota';

interface Span {
  guesses: number;
  /** Milliseconds since 1970. */
  ends: number;
}

/** What is remembered at most: some megabytes. */
const CAPACITY = 50_000;

/**
 * The guesses that this instance has seen, in its memory: counted at once, so that those which come
 * together are not all looked at. It remembers a bounded number of keys, and forgets the oldest for
 * a new one.
 */
export class LocalGuesses {
  /** In the order in which they began. */
  private readonly spans = new Map<string, Span>();

  constructor(private readonly capacity = CAPACITY) {}

  get size(): number {
    return this.spans.size;
  }

  /** Counts a guess under all of the quotas, unless one is used up. */
  take(quotas: readonly Quota[], now: number): Counted {
    const wait = this.wait(quotas, now);
    if (wait > 0) return { wait, usedUp: [] };
    const usedUp = quotas.filter(({ key, most }) => ++this.spanOf(key, now).guesses === most);
    return { wait: 0, usedUp };
  }

  /** Takes back what was counted for a guess that was right. */
  giveBack(quotas: readonly Quota[]): void {
    for (const { key } of quotas) {
      const span = this.spans.get(key);
      if (span && span.guesses > 0) span.guesses--;
    }
  }

  /** Milliseconds until none of the quotas is used up any more; 0: none is. */
  wait(quotas: readonly Quota[], now: number): number {
    const waits = quotas.map(({ key, most }) => {
      const span = this.spans.get(key);
      return span && span.guesses >= most ? span.ends - now : 0;
    });
    return Math.max(0, ...waits);
  }

  /** Takes quotas for used up, because others have used them up. */
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
