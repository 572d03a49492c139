import { Problem } from '../../errors';
import { Conditions } from './conditions';
import { type Linked, recordValidators, type Versioned } from './validators';

const ROW: Versioned = { id: 7, version: 3, modified_utc: '2020-05-01 10:00:00' };
const BUILD_HASH = 'en';

const tagOf = (row: Versioned, linked: Linked, buildHash: string): string =>
  recordValidators(row, linked, buildHash, new Date()).etag;
const TAG = tagOf(ROW, [], BUILD_HASH);
const OLD = tagOf({ ...ROW, version: 2 }, [], BUILD_HASH);
/** The tag of the same version, with another venue, language or count. */
const ALIKE = tagOf(ROW, [[{ id: 1, version: 1 }]], 'de');

const SAME = 'Fri, 01 May 2020 10:00:00 GMT';
const EARLIER = 'Fri, 01 May 2020 09:59:59 GMT';
const NEVER = '2020-05-01';

type Headers = Record<string, string>;

/** Returns the status that the work results in. */
function statusOf(work: () => number | void): number {
  try {
    return work() ?? 200;
  } catch (error) {
    if (error instanceof Problem) return error.getStatus();
    throw error;
  }
}

const conditionsOf = (method: string, headers: Headers): Conditions =>
  new Conditions({ method, headers }, BUILD_HASH);
const readWith = (headers: Headers): number =>
  statusOf(() => {
    const conditions = conditionsOf('GET', headers);
    const validators = recordValidators(ROW, [], BUILD_HASH, new Date());
    conditions.assertWanted(validators);
    return conditions.isNotModified(validators) ? 304 : 200;
  });
const writeWith = (headers: Headers, row = ROW): number =>
  statusOf(() => conditionsOf('PATCH', headers).assertUnchanged(row));

describe('A read', () => {
  it.each<[Headers, number]>([
    [{}, 200],
    [{ 'if-none-match': TAG }, 304],
    [{ 'if-none-match': `W/${TAG}` }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': OLD }, 200],
    [{ 'if-none-match': ALIKE }, 200],
    [{ 'if-none-match': 'unreadable' }, 200],
    [{ 'if-modified-since': SAME }, 304],
    [{ 'if-modified-since': EARLIER }, 200],
    [{ 'if-modified-since': NEVER }, 200],
    [{ 'if-none-match': OLD, 'if-modified-since': SAME }, 200],
    [{ 'if-none-match': TAG, 'if-modified-since': EARLIER }, 304],
    [{ 'if-match': TAG }, 200],
    [{ 'if-match': ALIKE }, 412],
    [{ 'if-match': OLD, 'if-none-match': TAG }, 412],
    [{ 'if-match': TAG, 'if-none-match': TAG }, 304],
    [{ 'if-match': 'unreadable' }, 400],
    [{ 'if-unmodified-since': SAME }, 200],
    [{ 'if-unmodified-since': EARLIER }, 412],
    [{ 'if-match': TAG, 'if-unmodified-since': EARLIER }, 200],
  ])('with %j results in %i', (headers, status) => {
    expect(readWith(headers)).toBe(status);
  });
});

describe('A write', () => {
  it.each<[Headers, number]>([
    [{}, 200],
    [{ 'if-match': TAG }, 200],
    [{ 'if-match': ALIKE }, 200],
    [{ 'if-match': `${OLD}, ${TAG}` }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': OLD }, 412],
    [{ 'if-match': `W/${TAG}` }, 412],
    [{ 'if-match': '' }, 412],
    [{ 'if-match': 'unreadable' }, 400],
    [{ 'if-unmodified-since': SAME }, 200],
    [{ 'if-unmodified-since': EARLIER }, 412],
    [{ 'if-unmodified-since': NEVER }, 200],
    [{ 'if-match': TAG, 'if-unmodified-since': EARLIER }, 200],
    [{ 'if-match': OLD, 'if-unmodified-since': SAME }, 412],
    [{ 'if-none-match': '*' }, 412],
    [{ 'if-none-match': TAG }, 412],
    [{ 'if-none-match': `W/${ALIKE}` }, 412],
    [{ 'if-none-match': OLD }, 200],
    [{ 'if-modified-since': SAME }, 200],
  ])('with %j results in %i', (headers, status) => {
    expect(writeWith(headers)).toBe(status);
  });

  it.each<[Headers, number]>([
    [{}, 200],
    [{ 'if-none-match': '*' }, 200],
    [{ 'if-none-match': TAG }, 200],
    [{ 'if-unmodified-since': EARLIER }, 200],
    [{ 'if-match': '*' }, 412],
    [{ 'if-match': TAG }, 412],
    [{ 'if-match': 'unreadable' }, 400],
  ])('of a missing record with %j results in %i', (headers, status) => {
    expect(statusOf(() => conditionsOf('PUT', headers).assertAbsent())).toBe(status);
  });

  it('ignores dates for a record without a date', () => {
    const undated = { id: 7, version: 3 };
    expect(writeWith({ 'if-unmodified-since': EARLIER }, undated)).toBe(200);
  });

  it('without a request has no condition', () => {
    expect(statusOf(() => new Conditions().assertUnchanged(ROW))).toBe(200);
  });
});

describe('A response', () => {
  it('has the validators of its record, as does a part of it; other responses have none', () => {
    const conditions = conditionsOf('GET', {});
    const whole = conditions.withValidators({ id: 7, name: 'Park' }, ROW);
    const part = { id: 7 };
    conditions.inherit(part, whole);
    for (const response of [whole, part]) expect(conditions.validatorsOf(response)?.etag).toBe(TAG);
    for (const response of [{ ...whole }, 'Park', undefined, null])
      expect(conditions.validatorsOf(response)).toBeUndefined();
  });
});
