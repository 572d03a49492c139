import type { Fault } from './fault';
import { invalidParams, Problem } from './problem';

/** Collects the faults of several checks. */
class Refusals {
  readonly faults: Fault[] = [];
  private first?: Problem;
  private isInvalid = false;

  /**
   * @throws the error itself, unless it is a Problem with faults
   */
  add(error: unknown): void {
    if (!(error instanceof Problem) || error.faults.length === 0) throw error;
    this.first ??= error;
    this.isInvalid ||= error.code !== 'rest-forbidden';
    this.faults.push(...error.faults);
  }

  /**
   * @throws Problem 403 when only rights are missing, or else 400
   */
  assertNone(): void {
    if (!this.first) return;
    throw this.isInvalid || this.faults.length > 1 ? this.whole() : this.first;
  }

  private whole(): Problem {
    return this.isInvalid
      ? invalidParams(...this.faults)
      : new Problem('rest-forbidden', { message: this.first?.message, faults: this.faults });
  }
}

type Checks<Found> = { [Place in keyof Found]: () => Found[Place] };

/**
 * Runs several checks of an input, and reports the faults of all of them together
 * (docs/reference/interface.md#input).
 *
 * @returns the results of the checks
 * @throws Problem rest-invalid-param with every fault, rest-forbidden when only rights are missing,
 * or whatever else a check throws
 */
export function allValidSync<Found extends unknown[]>(...checks: Checks<Found>): Found {
  const refusals = new Refusals();
  const found = checks.map((check) => {
    try {
      return check();
    } catch (error) {
      return refusals.add(error);
    }
  });
  refusals.assertNone();
  return found as Found;
}

/** Runs asynchronous checks one after the other; see `allValidSync`. */
export async function allValid<Found extends unknown[]>(
  ...checks: { [Place in keyof Found]: () => Found[Place] | Promise<Found[Place]> }
): Promise<Found> {
  const refusals = new Refusals();
  const found: unknown[] = [];
  for (const check of checks)
    try {
      found.push(await check());
    } catch (error) {
      refusals.add(error);
    }
  refusals.assertNone();
  return found as Found;
}

/**
 * Returns the faults of a further check that are new: without those of fields that are already
 * known to be wrong, or that depend on such a field.
 */
export const furtherFaults = (known: readonly Fault[], found: readonly Fault[]): Fault[] =>
  found.filter(
    ({ path, given = [] }) =>
      !known.some((one) => isWithin(path, one.path) || given.some((at) => isWithin(one.path, at))),
  );

const isWithin = (path: Fault['path'], outer: Fault['path']): boolean =>
  outer.every((part, place) => part === path[place]);
