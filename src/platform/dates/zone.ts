/** A change of a zone's clocks: from this instant on they are so far ahead of UTC. */
export interface ZoneChange {
  /** Milliseconds since 1970. */
  at: number;
  /** Milliseconds, negative west of Greenwich. */
  offset: number;
  abbreviation: string;
}

/** What a zone's clocks have been, and will be: from the first change in the table to the last. */
export interface ZoneSpans {
  /** When each span begins, in milliseconds since 1970, ascending; the first one is -Infinity. */
  starts: Float64Array;
  /** Milliseconds that the clocks are ahead of UTC, as many as `starts`. */
  offsets: Float64Array;
  abbreviations: readonly string[];
}

const DAY = 24 * 3_600_000;
/** After 400 years the Gregorian calendar has the same dates on the same weekdays. */
const CYCLE = 146_097 * DAY;
/** Who still changes the clocks by then does so every year, by a rule without an end. */
const SETTLED = Date.UTC(2100, 0);

/** A time zone, under the rules of one release of the tz database. */
export class Zone {
  /** From here on the table is read 400 years, or several times that, before; milliseconds. */
  private readonly horizon: number;

  /** @param name as it is stored and answered: `Europe/Paris`, `UTC`, `UTC+5:30` */
  constructor(
    readonly name: string,
    private readonly spans: ZoneSpans,
  ) {
    const last = spans.starts[spans.starts.length - 1];
    this.horizon = last > SETTLED ? last - 2 * DAY : Infinity;
  }

  /** A zone whose clocks never change. */
  static fixed(name: string, offset: number): Zone {
    const starts = Float64Array.of(-Infinity);
    return new Zone(name, {
      starts,
      offsets: Float64Array.of(offset),
      abbreviations: [name],
    });
  }

  /** How far the clocks are ahead of UTC at an instant, both in milliseconds. */
  offsetAt(ms: number): number {
    return this.spans.offsets[this.spanAt(ms - this.cyclesBefore(ms))];
  }

  /**
   * What people there call the time at an instant: `EST` or `EDT`, `CEST`, `+0545` where the tz
   * database has no letters, and an offset zone's own name.
   */
  abbreviationAt(ms: number): string {
    return this.spans.abbreviations[this.spanAt(ms - this.cyclesBefore(ms))];
  }

  /**
   * The instant at which the clocks show a time. A time that they skip moves forward by what they
   * skip, one that comes twice means the first.
   *
   * @param shown what a clock of UTC would show then; milliseconds since 1970
   */
  instantOf(shown: number): number {
    const { starts, offsets } = this.spans;
    const cycles = this.cyclesBefore(shown);
    const at = shown - cycles;
    // No clock is a day or more ahead of UTC, or behind it.
    let span = this.spanAt(at - DAY);
    while (span + 1 < starts.length && at - offsets[span] >= starts[span + 1]) span++;
    const instant = at - offsets[span];
    return cycles + (instant < starts[span] ? at - offsets[span - 1] : instant);
  }

  /**
   * The changes between two instants, the first included, the last not, in their order. A change
   * may be one of the abbreviation alone.
   *
   * @param from milliseconds since 1970, like `until`
   */
  changes(from: number, until: number): ZoneChange[] {
    const changes: ZoneChange[] = [];
    for (let at = this.changeAfter(from - 1); at < until; at = this.changeAfter(at))
      changes.push({ at, offset: this.offsetAt(at), abbreviation: this.abbreviationAt(at) });
    return changes;
  }

  /** Infinity when there is none. */
  private changeAfter(ms: number): number {
    const cycles = this.cyclesBefore(ms);
    return cycles + (this.spans.starts[this.spanAt(ms - cycles) + 1] ?? Infinity);
  }

  /** Milliseconds by which the table is read before an instant. */
  private cyclesBefore(ms: number): number {
    return ms <= this.horizon ? 0 : Math.ceil((ms - this.horizon) / CYCLE) * CYCLE;
  }

  /** The place of the span that an instant lies in. */
  private spanAt(ms: number): number {
    const { starts } = this.spans;
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (starts[middle] <= ms) low = middle;
      else high = middle;
    }
    return low;
  }
}
