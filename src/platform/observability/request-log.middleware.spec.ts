import type { ErrorCode } from '../errors';
import { levelOf } from './request-log.middleware';

describe('levelOf', () => {
  it.each<[string, number | undefined, ErrorCode | undefined, string]>([
    ['/events', 200, undefined, 'info'],
    ['/events/7?page=1', 404, 'event-not-found', 'info'],
    ['/events', undefined, undefined, 'info'],
    ['/', 429, 'rest-too-many-requests', 'info'],
    ['/', 503, 'rest-overloaded', 'info'],
    ['/events', 503, 'rest-database-unavailable', 'error'],
    ['/events', 503, 'rest-issuer-unavailable', 'error'],
    ['/events', 500, 'rest-internal-error', 'error'],
    ['/health/live', 200, undefined, 'debug'],
    ['/health/ready', 503, undefined, 'debug'],
    ['/health/ready', 500, 'rest-internal-error', 'error'],
    ['/metrics', 200, undefined, 'debug'],
    ['/metrics', 304, undefined, 'debug'],
    ['/metrics', 401, 'rest-unauthorized', 'info'],
    ['/metrics', 403, 'rest-forbidden', 'info'],
    ['/metrics', 503, 'rest-database-unavailable', 'error'],
  ])('of %s with status %s and code %s is %s', (address, status, code, level) => {
    expect(levelOf(address, status, code)).toBe(level);
  });
});
