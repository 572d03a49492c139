interface Span {
  failures: number;
  /** Milliseconds since 1970. */
  ends: number;
}

/**
 * Counts failures by key: so many are allowed in a span of time, which begins with the first one.
 * It remembers a bounded number of keys, and forgets the oldest for a new one.
 */
export class FailureCount {
  /** In the order in which they began, and so in that in which they end. */
  private readonly spans = new Map<string, Span>();

  constructor(
    private readonly limit: number,
    private readonly milliseconds: number,
    private readonly capacity: number,
  ) {}

  get size(): number {
    return this.spans.size;
  }

  /** Milliseconds until a key may try again; 0: it may now. */
  wait(key: string, now: number): number {
    const span = this.spans.get(key);
    return span && span.failures >= this.limit ? Math.max(0, span.ends - now) : 0;
  }

  /** @returns whether this failure is the one that used up the limit */
  add(key: string, now: number): boolean {
    const span = this.spanOf(key, now);
    span.failures++;
    return span.failures === this.limit;
  }

  private spanOf(key: string, now: number): Span {
    for (const [other, { ends }] of this.spans) {
      if (ends > now) break;
      this.spans.delete(other);
    }
    const known = this.spans.get(key);
    if (known) return known;
    const [oldest] = this.spans.keys();
    if (this.spans.size >= this.capacity) this.spans.delete(oldest);
    const span = { failures: 0, ends: now + this.milliseconds };
    this.spans.set(key, span);
    return span;
  }
}
