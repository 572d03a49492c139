import { type Fault, fault } from '../foundation/errors';

/** True when a parsed value is a valid record id. */
export const isId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0;

/** Returns the fault of an object with an invalid id. */
export const wrongId = (id: unknown): Fault =>
  fault(['id'], Number.isInteger(id) ? 'range' : 'type', 'must be an integer of 1 or more');
