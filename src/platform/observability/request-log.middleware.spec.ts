import type { ErrorCode } from '../errors';
import { levelOf, methodLabel, requestIdOf, routeLabel } from './request-log.middleware';

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

describe('The labels of a request', () => {
  it.each([
    ['GET', 'GET'],
    ['PATCH', 'PATCH'],
    ['PROPFIND', 'other'],
    ['get', 'other'],
  ])('map the method %s to %s', (method, label) => {
    expect(methodLabel(method)).toBe(label);
  });

  it.each([
    ['/cal/events/v1/events/:id', '/events/:id'],
    ['/cal/events/v1', '/cal/events/v1'],
    ['/docs', '/docs'],
    ['/', '/'],
    [undefined, undefined],
    [/a/, undefined],
  ])('map the route %s to %s', (path, label) => {
    expect(routeLabel({ route: path && { path } }, 'cal/events/v1')).toBe(label);
  });
});

describe('requestIdOf', () => {
  it.each([
    '7',
    '0af7651916cd43dd8448eb211c80319c',
    'Root=1-67891233-abc/7:b@c+d',
    'x'.repeat(128),
  ])('returns the sent id: %s', (sent) => {
    expect(requestIdOf({ 'x-request-id': sent })).toBe(sent);
  });

  it.each([undefined, '', 'two words', 'a, b', 'line\nbreak', 'größe', '"', 'x'.repeat(129)])(
    'returns a new id for %j',
    (sent) => {
      const headers = { 'x-request-id': sent };
      expect(requestIdOf(headers)).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      expect(requestIdOf(headers)).not.toBe(requestIdOf(headers));
    },
  );
});
