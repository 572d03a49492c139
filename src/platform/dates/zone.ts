export interface ZoneChange {
  /** Milliseconds since 1970. */
  at: number;
  /** Milliseconds east of UTC. */
  offset: number;
  abbreviation: string;
}

export interface ZoneSpans {
  /** Milliseconds since 1970, ascending; the first one is -Infinity. */
  starts: Float64Array;
  /** Milliseconds east of UTC. */
  offsets: Float64Array;
  abbreviations: readonly string[];
}

export const DAY_MILLISECONDS = 24 * 3_600_000;
/** The Gregorian calendar repeats, with the same weekdays, every 400 years. */
const CYCLE = 146_097 * DAY_MILLISECONDS;
/** Zones that still have summer time then have it every year. */
const STABLE_SINCE = Date.UTC(2100, 0);

export class Zone {
  /** From this instant on, the table is read 400 years earlier, or a multiple of that. */
  private readonly horizon: number;

  /** @param name such as `Europe/Paris`, `UTC`, `UTC+5:30` */
  constructor(
    readonly name: string,
    private readonly spans: ZoneSpans,
  ) {
    const last = spans.starts[spans.starts.length - 1];
    this.horizon = last > STABLE_SINCE ? last - 2 * DAY_MILLISECONDS : Infinity;
  }

  static fixed(name: string, offset: number): Zone {
    return new Zone(name, {
      starts: Float64Array.of(-Infinity),
      offsets: Float64Array.of(offset),
      abbreviations: [name],
    });
  }

  /** In milliseconds. */
  offsetAt(ms: number): number {
    return this.spans.offsets[this.spanAt(ms - this.cyclesBefore(ms))];
  }

  /**
   * `EST` or `EDT`, `CEST`; `+0545` where the tz database has no letters; for a fixed offset the name of the
   * zone.
   */
  abbreviationAt(ms: number): string {
    return this.spans.abbreviations[this.spanAt(ms - this.cyclesBefore(ms))];
  }

  /**
   * A time that is skipped moves forward by the length of the gap; of a time that occurs twice, the first is
   * returned.
   *
   * @param shown the local time as if it were UTC; milliseconds since 1970
   */
  instantOf(shown: number): number {
    const { starts, offsets } = this.spans;
    const cycles = this.cyclesBefore(shown);
    const at = shown - cycles;
    // All offsets are smaller than a day.
    let span = this.spanAt(at - DAY_MILLISECONDS);
    while (span + 1 < starts.length && at - offsets[span] >= starts[span + 1]) span++;
    const instant = at - offsets[span];
    return cycles + (instant < starts[span] ? at - offsets[span - 1] : instant);
  }

  /**
   * Returns the changes from one instant (included) until another (not included). A change may affect the
   * abbreviation only.
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

  /** Returns how many milliseconds earlier the table is read for an instant after the horizon. */
  private cyclesBefore(ms: number): number {
    return ms <= this.horizon ? 0 : Math.ceil((ms - this.horizon) / CYCLE) * CYCLE;
  }

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
