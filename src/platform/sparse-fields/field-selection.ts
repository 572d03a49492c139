/**
 * Which keys of an answer are asked for (docs/interface.md#selected-keys): what nobody asks for
 * need not be read, and is not answered.
 */
export class FieldSelection {
  /** Every key, where a request names none. */
  static readonly ALL = new FieldSelection(true);

  private static readonly NOTHING = new FieldSelection(false);

  private readonly inner = new Map<string, FieldSelection>();

  private constructor(private whole: boolean) {}

  /**
   * Reads `_fields`: a CSV of keys from the root of the answer, `venue.city` for inner ones; a key
   * that stands alone means all of it, whatever else is named inside.
   *
   * @returns undefined when no key is named
   */
  static read(fields: string): FieldSelection | undefined {
    const root = new FieldSelection(false);
    for (const path of fields.split(',')) {
      let level = root;
      for (const key of path.trim().split('.').filter(Boolean)) {
        const inner = level.inner.get(key) ?? new FieldSelection(false);
        level.inner.set(key, inner);
        level = inner;
      }
      if (level !== root) level.whole = true;
    }
    return root.inner.size > 0 ? root : undefined;
  }

  /** Whether a key is asked for, or something inside of it. */
  has(key: string): boolean {
    return this.whole || this.inner.has(key);
  }

  /** What is asked for inside of a key. */
  of(key: string): FieldSelection {
    return this.whole ? this : (this.inner.get(key) ?? FieldSelection.NOTHING);
  }

  /** Keeps the selected keys only; arrays are looked through. */
  pick(value: unknown): unknown {
    if (this.whole) return value;
    if (Array.isArray(value)) return value.map((entry) => this.pick(entry));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, inner]) => {
        const selected = this.inner.get(key);
        return selected ? [[key, selected.pick(inner)]] : [];
      }),
    );
  }
}
