import { requestIdOf } from './send-problem';

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
