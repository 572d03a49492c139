import { isOwnOrigin } from './own-origin';

const at = (protocol: string, host: string) => ({ protocol, host });

describe('An origin', () => {
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
  ])('%s is that of %j: %s', (origin, request, expected) => {
    expect(isOwnOrigin(origin, request, { access: 'protected' })).toBe(expected);
  });

  it.each([
    ['calendar.example', false],
    ['localhost.example', false],
    ['notlocalhost', false],
    ['localhost:3000', true],
    ['calendar.localhost:3000', true],
    ['127.0.0.1:3000', true],
    ['192.0.2.7', true],
    ['[::1]:3000', true],
  ])('of the name %s is its own where everybody may write: %s', (host, expected) => {
    expect(isOwnOrigin(`http://${host}`, at('http', host), { access: 'open' })).toBe(expected);
  });

  it('of PUBLIC_URL is its own, whatever the address of the request', () => {
    const settings = { access: 'open', publicUrl: 'https://calendar.example/below' } as const;
    const request = at('http', '10.0.0.5:3000');
    expect(isOwnOrigin('https://calendar.example', request, settings)).toBe(true);
    expect(isOwnOrigin('https://www.example', request, settings)).toBe(false);
  });
});
