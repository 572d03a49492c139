import { readSettings } from './platform/config';
import { startLines } from './start-lines';

const STARTED = { port: 8080, database: 'SQLite 3.50, /srv/calendar.sqlite' };

const linesOf = (environment: Record<string, string>): string[] =>
  startLines(readSettings(environment), STARTED).split('\n');

describe('The start lines', () => {
  it('show the address of the service and the access', () => {
    expect(linesOf({})).toEqual([
      'Calendar   http://127.0.0.1:8080/',
      'Reference  http://127.0.0.1:8080/docs',
      'Interface  http://127.0.0.1:8080/cal/events/v1',
      'OpenAPI    http://127.0.0.1:8080/cal/events/v1/doc',
      'Access     open: every client may read and write',
      'Database   SQLite 3.50, /srv/calendar.sqlite',
      'Try        curl http://127.0.0.1:8080/cal/events/v1/events',
      '',
    ]);
  });

  it.each([
    ['0.0.0.0', '0.0.0.0:8080', '127.0.0.1'],
    ['192.0.2.7', '192.0.2.7:8080', '192.0.2.7'],
    ['::', '[::]:8080', '[::1]'],
    ['2001:db8::7', '[2001:db8::7]:8080', '[2001:db8::7]'],
  ])(
    'mention for HOST=%s that other machines can reach the service',
    (HOST, listening, machine) => {
      const lines = linesOf({ HOST, ACCESS: 'open' });
      expect(lines).toContain(`Listening  on ${listening}, other machines can reach it`);
      expect(lines).toContain(`Interface  http://${machine}:8080/cal/events/v1`);
    },
  );

  it('do not mention other machines on loopback', () => {
    for (const HOST of ['127.0.0.1', 'localhost', '::1'])
      expect(linesOf({ HOST }).join()).not.toContain('Listening');
  });

  it.each([
    [{}, 'a key'],
    [{ OIDC_ISSUER: 'https://issuer.example', OIDC_AUDIENCE: 'calendar' }, 'a key or a token'],
  ])('name the credentials of a protected service: %j', (issuer, credential) => {
    expect(linesOf({ ACCESS: 'protected', ...issuer })).toContain(
      `Access     protected: everything except reading published records needs ${credential}`,
    );
  });

  it('show the address of the editor, and none of pages that are off', () => {
    expect(linesOf({ EDITOR: 'on' })).toContain('Editor     http://127.0.0.1:8080/edit');
    expect(linesOf({ SITE: 'off' })[0]).toBe('Reference  http://127.0.0.1:8080/docs');
  });

  it('show the address of a separate metrics port', () => {
    const lines = startLines(readSettings({ HOST: '::1' }), { ...STARTED, metricsPort: 9464 });
    expect(lines).toContain('\nMetrics    http://[::1]:9464/metrics\n');
  });
});
