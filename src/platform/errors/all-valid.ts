import type { Fault } from './fault';
import { invalidParams, Problem } from './problem';

/**
 * @param error thrown by a check
 * @throws the error itself, unless it is a Problem with faults
 */
function refusal(error: unknown): Problem {
  if (error instanceof Problem && error.faults.length > 0) return error;
  throw error;
}

/**
 * @throws Problem 403 when only rights are missing, or else 400
 */
function assertNone(refusals: readonly Problem[]): void {
  const [first] = refusals;
  if (refusals.length === 0) return;
  // Two checks may find the same fault, such as a missing date.
  const different = new Map<string, Fault>();
  for (const { faults } of refusals)
    for (const one of faults) different.set(JSON.stringify([one.path, one.detail]), one);
  const faults = [...different.values()];
  if (refusals.some(({ code }) => code !== 'rest-forbidden')) throw invalidParams(...faults);
  throw faults.length === 1
    ? first
    : new Problem('rest-forbidden', { message: first.message, faults });
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
  const refusals: Problem[] = [];
  const found = checks.map((check) => {
    try {
      return check();
    } catch (error) {
      return refusals.push(refusal(error));
    }
  });
  assertNone(refusals);
  return found as Found;
}

/** Runs asynchronous checks one after the other; see `allValidSync`. */
export async function allValid<Found extends unknown[]>(
  ...checks: { [Place in keyof Found]: () => Found[Place] | Promise<Found[Place]> }
): Promise<Found> {
  const refusals: Problem[] = [];
  const found: unknown[] = [];
  for (const check of checks)
    try {
      found.push(await check());
    } catch (error) {
      refusals.push(refusal(error));
    }
  assertNone(refusals);
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
  outer.every((part, index) => part === path[index]);
