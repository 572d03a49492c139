import { type Fault, fault } from '../errors';

/** Whether a value that was read may be the id of a record. */
export const isId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0;

/** What is wrong with an object whose id can be none. */
export const wrongId = (id: unknown): Fault =>
  fault(['id'], Number.isInteger(id) ? 'range' : 'type', 'must be an integer of 1 or more');
