import { Problem } from '../../foundation/errors';
import type { IdempotencyKey } from './idempotency-key.entity';
import { earlierOf } from './reservations';

const NOW = new Date('2027-05-02T10:00:00Z');

const RUNNING: IdempotencyKey = {
  hash: 'h',
  fingerprint: 'f',
  owner: 'o',
  lease_end_utc: new Date('2027-05-02T10:00:01Z'),
  record_id: null,
  created_utc: new Date('2027-05-01T10:00:01Z'),
};
const OVER = { lease_end_utc: NOW };
const FREE = undefined;
const CREATED = { hash: 'h', owner: 'o', recordId: 7 };

/** Returns what is known of a key, or the code of the refusal. */
function outcomeOf(change: Partial<IdempotencyKey> | null): unknown {
  try {
    return earlierOf(change && { ...RUNNING, ...change }, { hash: 'h', fingerprint: 'f' }, NOW);
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

describe('A key', () => {
  it.each<[string, Partial<IdempotencyKey> | null, unknown]>([
    ['is not known', null, FREE],
    ['runs', {}, 'rest-idempotency-key-in-use'],
    ['was left behind by its owner', OVER, FREE],
    ['has a record', { record_id: 7 }, CREATED],
    ['has a record and no owner alive', { ...OVER, record_id: 7 }, CREATED],
    ['is that of another body', { fingerprint: 'g' }, 'rest-idempotency-key-reused'],
    [
      'is that of another body that has a record',
      { fingerprint: 'g', record_id: 7 },
      'rest-idempotency-key-reused',
    ],
    ['is 24 hours old', { record_id: 7, created_utc: new Date('2027-05-01T10:00:00Z') }, FREE],
  ])('that %s', (_what, change, outcome) => {
    expect(outcomeOf(change)).toEqual(outcome);
  });
});
