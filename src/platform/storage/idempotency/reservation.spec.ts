import { type KeyStatus, keyStatusOf } from './reservation';
import type { IdempotencyKey } from './idempotency-key.entity';

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

describe('A key', () => {
  it.each<[string, Partial<IdempotencyKey> | null, KeyStatus]>([
    ['is not known', null, { state: 'free' }],
    ['runs', {}, { state: 'running', leaseEnd: RUNNING.lease_end_utc }],
    ['was left behind by its owner', OVER, { state: 'free' }],
    ['has a record', { record_id: 7 }, { state: 'created', owner: 'o', recordId: 7 }],
    [
      'has a record and no owner alive',
      { ...OVER, record_id: 7 },
      { state: 'created', owner: 'o', recordId: 7 },
    ],
    ['is that of another body', { fingerprint: 'g' }, { state: 'reused' }],
    [
      'is that of another body that has a record',
      { fingerprint: 'g', record_id: 7 },
      { state: 'reused' },
    ],
    [
      'is 24 hours old',
      { record_id: 7, created_utc: new Date('2027-05-01T10:00:00Z') },
      { state: 'free' },
    ],
  ])('that %s', (_what, change, status) => {
    expect(keyStatusOf(change && { ...RUNNING, ...change }, 'f', NOW)).toEqual(status);
  });
});
