import { hostnameOf, knownHosts } from './host.middleware';

const SETTINGS = { access: 'open', host: '127.0.0.1', allowedHosts: [] as string[] } as const;

describe('With open access, the host', () => {
  it.each([
    ['127.0.0.1', true],
    ['192.0.2.7:3000', true],
    ['127.1', true],
    ['[::1]:3000', true],
    ['[2001:db8::7]', true],
    ['localhost', true],
    ['LOCALHOST:3000', true],
    ['localhost.:3000', true],
    ['calendar.localhost:3000', true],
    ['evil.example', false],
    ['evil.example:3000', false],
    ['localhost.evil.example', false],
    ['notlocalhost', false],
    ['.localhost', false],
    ['127.0.0.1.evil.example', false],
    ['1.2.3.4.5.example', false],
    ['calendar', false],
  ])('%s is known: %s', (host, expected) => {
    expect(knownHosts(SETTINGS)(hostnameOf(host) ?? '')).toBe(expected);
  });

  it.each([
    ['HOST', { host: 'Calendar.Internal' }],
    ['PUBLIC_URL', { publicUrl: 'https://calendar.internal:8443/below' }],
    ['ALLOWED_HOSTS', { allowedHosts: ['www.example', 'calendar.internal'] }],
  ])('named in %s is known, and no other', (_name, settings) => {
    const isKnown = knownHosts({ ...SETTINGS, ...settings });
    for (const host of ['calendar.internal', 'CALENDAR.internal:3000', 'calendar.internal.'])
      expect({ host, known: isKnown(hostnameOf(host) ?? '') }).toEqual({ host, known: true });
    for (const host of ['internal', 'a.calendar.internal', 'xcalendar.internal', ''])
      expect({ host, known: isKnown(hostnameOf(host) ?? '') }).toEqual({ host, known: false });
  });
});

it('With protected access, every host is known', () => {
  expect(knownHosts({ ...SETTINGS, access: 'protected' })('evil.example')).toBe(true);
});
