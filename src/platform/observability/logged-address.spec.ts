import { isProbe, loggedAddress } from './logged-address';

/** Many times the longest header. */
const BYTES = 1024 * 1024;

describe('loggedAddress', () => {
  it.each([
    ['/cal/events/v1/events', { path: '/cal/events/v1/events' }],
    ['/de/events?page=2&search=jazz', { path: '/de/events', query: 'page=2&search=jazz' }],
    ['/events?', { path: '/events' }],
    ['/events?a=1?b=2', { path: '/events', query: 'a=1?b=2' }],
    ['*', { path: '*' }],
  ])('is the address of the request: %s', (target, logged) => {
    expect(loggedAddress(target)).toEqual(logged);
  });

  it.each([
    'password=sesame',
    'password[]=sesame',
    'password%5B%5D=sesame',
    '%70assword=sesame',
    'pass%77ord[a]=sesame',
    '[password]=sesame',
    'Password=sesame',
    'password=a=sesame',
    '%FFpassword=sesame',
    'password=%73esame-sesame',
    'access_token=sesame',
    'api_key=sesame',
    'Authorization=Basic sesame',
    'password%3Dsesame',
    'password%3Dsesame=1',
    'password%253Dsesame',
    'password:sesame',
    'password%3Asesame',
    'pass=sesame',
    'user_pass=sesame',
    'pwd=sesame',
    'jwt=sesame',
    'token:sesame',
    'token%3Asesame',
    'password=open&sesame',
    'password=open&%73esame&sesame',
    'website=https://user:sesame@www.example',
    'website=https%3A%2F%2Fuser%3Asesame%40www.example',
    'website=https%3a%2f%2fsesame%40www.example/b@c',
    'website=https://us=er:sesame@www.example',
    'website=https:/%2fuser:ses%2fsame%40sesame@www.example',
    'website=%2f%2f%2fsesame@www.example',
  ])('masks the secret of ?%s', (query) => {
    const logged = loggedAddress(`/events?page=2&${query}&per_page=1`).query;
    expect(logged).toMatch(/^page=2&[^…]*….*&per_page=1$/);
    expect(logged).not.toContain('sesame');
  });

  it.each([
    '/events/1&password=sesame',
    '/events/1;password=sesame/more',
    '/events/1/password/sesame',
    '/events/1%3Fpassword=sesame',
    '/events/1%26token%3Dsesame',
    '/events/1%253Fpass%2577ord%253Dsesame',
    '/events?a=1;password=sesame',
    '/events?a=1%26password%3Dsesame',
    '/events?a=1?api_key=sesame',
    '/?rest_route=/tribe/events/v1/events/1?password=sesame',
    '/?rest_route=%2Ftribe%2Fevents%2Fv1%2Fevents%2F1%3Fpassword%3Dsesame',
    '/?rest_route=%2Ftribe%2Fevents%2Fv1%2Fevents%2F1%253Fp%2561ssword%253Dsesame',
    '/events?search=password+sesame',
  ])('masks a secret wherever its name occurs: %s', (target) => {
    const { path, query = '' } = loggedAddress(target);
    expect(path + query).toContain('…');
    expect(path + query).not.toContain('sesame');
  });

  it.each(['/events/by-slug/keynote-of-the-author', '/events?orderby=author', '/tags?search=key'])(
    'leaves similar words unchanged: %s',
    (target) => {
      const { path, query } = loggedAddress(target);
      expect([path, ...(query === undefined ? [] : [query])].join('?')).toBe(target);
    },
  );

  it.each([
    ['http://user:sesame@host/events?page=2', { path: '/events', query: 'page=2' }],
    ['//user:sesame@host/events', { path: '//…@host/events' }],
    ['//us&er=a:sesame@host/events', { path: '//…@host/events' }],
    [`http://${'u'.repeat(3000)}:sesame@host/events`, { path: '/events' }],
  ])('masks a credential in the address: %s', (target, logged) => {
    expect(loggedAddress(target)).toEqual(logged);
  });

  it('truncates a long address', () => {
    const { path, query } = loggedAddress(`/${'a'.repeat(9000)}?${'b'.repeat(9000)}`);
    expect([path.length, query?.length]).toEqual([2000, 2000]);
  });

  it.each(['//', '%2f%2F', 'https%3A%2F%2F'])('masks a truncated user info: %s', (begin) => {
    const part = (length: number): string => `${'a'.repeat(length - begin.length)}${begin}`;
    // The `@` that ends the user and password is cut off, or cut in the middle.
    for (const end of ['@host', '%40host'])
      for (let length = 1970; length < 2000; length++) {
        const { path, query } = loggedAddress(
          `/${part(length)}sesame${end}?a=${part(length)}sesame${end}`,
        );
        expect(path).not.toContain('ses');
        expect(query).not.toContain('ses');
      }
  });

  it.each([
    '%2f',
    '%2f%2fa',
    '%2f%2f@',
    '/',
    '//a',
    '//@',
    '//%40',
    '%40',
    '@',
    '&',
    '=',
    '?',
    '%',
    '%7',
    '%70',
    'a',
    'a:',
    'a//',
    'a=//@&',
    'password=&',
    'key',
    'auth%3',
  ])('takes linear time when %s is repeated', (text) => {
    const repeated = text.repeat(BYTES / text.length);
    const targets = [repeated, `/?a=${repeated}`, `a://${repeated}`];
    const begin = process.cpuUsage();
    for (const target of targets) loggedAddress(target);
    // Microseconds; it takes a few thousand, and would take minutes with quadratic work.
    expect(process.cpuUsage(begin).user).toBeLessThan(1_000_000);
  });
});

describe('isProbe', () => {
  it.each(['/health/live', '/health/ready?x=1', '/metrics', '/metrics?name[]=x'])(
    'is true for %s',
    (address) => {
      expect(isProbe(address)).toBe(true);
    },
  );

  it.each(['/', '/healthy', '/metricsx', '/cal/events/v1/health', '/de/metrics'])(
    'is false for %s',
    (address) => {
      expect(isProbe(address)).toBe(false);
    },
  );
});
