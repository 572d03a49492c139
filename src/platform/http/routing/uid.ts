import { fault, invalidParams } from '../../errors';

/** Maximum characters of a `uid`. */
export const UID_MAX = 255;
/** Visible ASCII characters, which need no special escape in feeds, addresses and headers. */
export const UID_PATTERN = '^[!-~]+$';

/** The fault detail of an invalid `uid`. */
export const WRONG_UID = `must be 1 to ${UID_MAX} visible ASCII characters, without spaces`;

const UID = new RegExp(UID_PATTERN);

export const isUid = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= UID_MAX && UID.test(value);

/** Parses a path `{uid}`. @throws Problem 400 for a text that no record can have as its uid */
export function readUid(uid: string): string {
  if (isUid(uid)) return uid;
  throw invalidParams({ ...fault('uid', 'format', WRONG_UID), part: 'parameter' });
}
