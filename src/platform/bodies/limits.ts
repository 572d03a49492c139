import { Problem } from '../errors';

/** Beyond what any record holds, also one that was read: more input would only cost time. */
export const DEPTH_MAX = 20;
/**
 * Values in lists and objects, all of them together: so many are read, and dropped where no field
 * is meant, within a tenth of a second.
 */
export const VALUES_MAX = 10_000;
/** Parameters of one query or form, and keys of one object. */
export const PARAMETERS_MAX = 1000;

/** Counts the values that will be made of a body, as it arrives. */
export interface ValueCount {
  /** So many at most, of what has been added. */
  readonly values: number;
  /** @throws Problem 400 or 413 for what nothing honest has the shape of */
  add: (piece: Buffer) => void;
}

export const tooDeep = (): Problem =>
  new Problem('rest-bad-request', {
    message: `The body is nested more than ${DEPTH_MAX} levels deep.`,
  });
