import { isDeepStrictEqual } from 'node:util';

/** The values of an occurrence or a series by the name of their override. */
export type OverridableValues = Readonly<Record<string, unknown>>;

/**
 * Returns the fields that an occurrence has of its own after a write of it: those whose value the write changes,
 * unless the series has the same value, and those that it has not changed.
 *
 * @param overrides before the write
 */
export function overridesAfter(
  overrides: readonly string[],
  before: OverridableValues,
  after: OverridableValues,
  series: OverridableValues,
): string[] {
  return Object.keys(after).filter((name) =>
    isDeepStrictEqual(before[name], after[name])
      ? overrides.includes(name)
      : !isDeepStrictEqual(after[name], series[name]),
  );
}
