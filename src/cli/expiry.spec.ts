import { ZONE_RULES } from '../platform/dates';
import { readExpiry } from './expiry';

const NOW = new Date('2026-05-01T10:00:00Z');

describe('readExpiry', () => {
  it.each([
    ['90d', '2026-07-30T10:00:00.000Z'],
    ['12h', '2026-05-01T22:00:00.000Z'],
    ['2w', '2026-05-15T10:00:00.000Z'],
    ['2027-01-01', '2026-12-31T23:00:00.000Z'],
    ['2027-01-01 18:30', '2027-01-01T17:30:00.000Z'],
    ['2027-01-01T18:30:00Z', '2027-01-01T18:30:00.000Z'],
    ['2026-05-01 12:00:01', '2026-05-01T10:00:01.000Z'],
    ['+1 year', '2027-05-01T10:00:00.000Z'],
    ['2026-05-01', undefined],
    ['2026-05-01 12:00', undefined],
    ['0d', undefined],
    ['-1d', undefined],
    ['90', undefined],
    ['90 d', undefined],
    ['90x', undefined],
    ['1.5d', undefined],
    ['999999d', undefined],
    ['2027-02-30', undefined],
    ['03/01/2027', undefined],
    ['never', undefined],
    ['', undefined],
  ])('reads %s as %s', (text, expected) => {
    expect(readExpiry(text, ZONE_RULES.zone('Europe/Paris'), NOW)?.toISOString()).toBe(expected);
  });
});
