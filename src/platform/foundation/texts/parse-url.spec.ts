import { parseUrl } from './parse-url';

describe('parseUrl', () => {
  it('parses letters that are not in ASCII, however often', () => {
    const address = 'https://www.münchen.example/straße';
    for (let call = 0; call < 20_000; call += 1)
      expect(parseUrl(address)?.hostname).toBe('www.xn--mnchen-3ya.example');
  });

  it.each(['', 'example.org', 'https://', 'https://a b/'])('refuses %j', (text) => {
    expect(parseUrl(text)).toBeUndefined();
  });
});
