import { isOwnOrigin } from './foreign-pages.middleware';

const at = (protocol: string, host: string) => ({ protocol, host });

describe('isOwnOrigin', () => {
  it.each([
    ['http://calendar.example', at('http', 'calendar.example'), true],
    ['https://calendar.example', at('https', 'calendar.example:443'), true],
    ['http://calendar.example:8080', at('http', 'CALENDAR.example:8080'), true],
    ['http://calendar.example', at('https', 'calendar.example'), false],
    ['http://calendar.example', at('http', 'calendar.example:8080'), false],
    ['http://example', at('http', 'calendar.example'), false],
    ['null', at('javascript', 'calendar.example'), false],
    ['null', at('http', 'a b'), false],
    ['null', at('http', ''), false],
  ])('compares %s with %j: %s', (origin, request, expected) => {
    expect(isOwnOrigin(origin, request, {})).toBe(expected);
  });

  it('accepts the origin of PUBLIC_URL for any address of the request', () => {
    const settings = { publicUrl: 'https://calendar.example/below' };
    const request = at('http', '10.0.0.5:3000');
    expect(isOwnOrigin('https://calendar.example', request, settings)).toBe(true);
    expect(isOwnOrigin('https://www.example', request, settings)).toBe(false);
  });
});
