import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { str } from 'envalid';
import { readSettings, SettingsError } from './settings';
import { SettingsOf } from './settings-of';
import { wholeNumber } from './validators';

describe('readSettings', () => {
  it('requires no variable', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      access: 'open',
      timezone: 'UTC',
      perPageDefault: 15,
      perPageMax: 50,
      rateLimit: 0,
      corsOrigins: [],
      oidc: undefined,
      metricsPort: undefined,
      logLevel: 'info',
    });
  });

  it('treats an empty variable as unset', () => {
    expect(readSettings({ PORT: '', PUBLIC_URL: '' })).toMatchObject({
      port: 3000,
      publicUrl: undefined,
    });
  });

  it.each([
    ['PUBLIC_URL', 'https://calendar.example.org/', { publicUrl: 'https://calendar.example.org' }],
    ['API_NAMESPACE', '/wp-json/tribe/events/v1/', { apiNamespace: 'wp-json/tribe/events/v1' }],
    ['API_NAMESPACE', 'v1/docs/de', { apiNamespace: 'v1/docs/de' }],
    ['API_NAMESPACE', 'healthy', { apiNamespace: 'healthy' }],
    ['TIMEZONE', 'europe/paris', { timezone: 'Europe/Paris' }],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/8, ::1,loopback',
      { trustedProxies: ['10.0.0.0/8', '::1', 'loopback'] },
    ],
    ['ALLOWED_HOSTS', 'A.internal, [::1]', { allowedHosts: ['a.internal', '[::1]'] }],
    ['HOST', '127.0.0.2', { host: '127.0.0.2', isLocal: true, rateLimit: 0 }],
    [
      'CORS_ORIGINS',
      'https://www.example.org/, http://localhost:8080',
      { corsOrigins: ['https://www.example.org', 'http://localhost:8080'] },
    ],
  ])('reads %s=%s', (name, value, settings) => {
    expect(readSettings({ [name]: value })).toMatchObject(settings);
  });

  it.each([
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '3e3', 'PORT must be a whole number from 0 to 65535'],
    ['DATABASE_URL', 'postgres://localhost/c', /^DATABASE_URL must be sqlite:/],
    ['DATABASE_URL', 'mysql://localhost', /^DATABASE_URL must be mysql:/],
    ['DATABASE_TLS', 'yes', 'DATABASE_TLS must be one of: off, on, insecure'],
    ['DATABASE_TLS_CA', '/ca.pem', 'DATABASE_TLS_CA needs DATABASE_TLS=on'],
    ['DATABASE_URL', 'mysql://u:50%@db/c', /^DATABASE_URL has a % that encodes nothing: write %25/],
    ['DATABASE_URL', 'mysql://u:a%ff@db/c', /^DATABASE_URL has percent-encoded bytes that are not/],
    ['DATABASE_URL', 'mysql://u:a#b@db/c', /^DATABASE_URL has a #: write %23/],
    ['DATABASE_URL', 'mysql://u:a/b@db/c', /^DATABASE_URL must be mysql:.+ write %2F for \//],
    [
      'DATABASE_URL',
      'mysql://db/c?ssl-mode=REQUIRED',
      /^DATABASE_URL has the option ssl-mode.+_TLS$/,
    ],
    ['DATABASE_URL', 'mysql://db/c?sslCA=/a.pem', /^DATABASE_URL has the option sslCA.+_TLS_CA$/],
    [
      'DATABASE_URL',
      'mariadb://db/c?charset=utf8',
      /^DATABASE_URL has the option charset.+itself$/,
    ],
    ['DATABASE_URL', 'mysql://db/c?whatever=1', /^DATABASE_URL has the option whatever, .+ known$/],
    [
      'DATABASE_URL',
      'mysql://db/c?socket=/a.sock',
      /^DATABASE_URL .+ write localhost with a socket$/,
    ],
    ['DATABASE_URL', 'mysql://localhost/c?socket=a', /^DATABASE_URL .+ no path of a socket$/],
    [
      'DATABASE_URL',
      'mysql://localhost/c?socket=/a&socketPath=/b',
      'DATABASE_URL has the options socket and socketPath: leave one of them out',
    ],
    [
      'DATABASE_URL',
      'mysql://localhost:3307/c?socket=/a',
      /^DATABASE_URL has the option socket and the port 3307: /,
    ],
    [
      'DATABASE_URL',
      `mysql://localhost/c?socket=/${'a'.repeat(107)}`,
      /^DATABASE_URL has an option socket that has 108 bytes, /,
    ],
    ['DATABASE_URL', 'sqlite::memory:', /^DATABASE_URL means a database in memory, /],
    ['DATABASE_URL', 'sqlite:///:memory:', /^DATABASE_URL means a database in memory, /],
    ['DATABASE_URL', 'sqlite:file:a.sqlite', /^DATABASE_URL has file: before the path/],
    ['DATABASE_URL', 'sqlite:~/a.sqlite', /^DATABASE_URL has ~, which only a shell replaces/],
    ['DATABASE_URL', 'sqlite:///~/a.sqlite', /^DATABASE_URL has ~, which only a shell replaces/],
    ['DATABASE_URL', 'sqlite:~anna/a.sqlite', /^DATABASE_URL has ~anna, which only a shell/],
    ['DATABASE_URL', 'sqlite:$HOME/a.sqlite', /^DATABASE_URL has \$HOME, which only a shell/],
    ['DATABASE_URL', 'sqlite:%TEMP%/a.sqlite', /^DATABASE_URL has %TEMP%, which only a shell/],
    ['SOCKET', `/${'a'.repeat(107)}`, /^SOCKET has 108 bytes, and the name of a Unix socket/],
    ['SOCKET', `/${'ö'.repeat(60)}`, /^SOCKET has 121 bytes, and the name of a Unix socket/],
    [
      'DATABASE_URL',
      'sqlite://calendar',
      'DATABASE_URL has two slashes: write sqlite:calendar or sqlite:/calendar',
    ],
    [
      'DATABASE_URL',
      'sqlite:./a?mode=ro',
      'DATABASE_URL has options, which an SQLite file has none of',
    ],
    ['ALLOWED_HOSTS', 'calendar.internal:3000', /^ALLOWED_HOSTS must be host names such as/],
    ['ALLOWED_HOSTS', 'http://calendar.internal', /^ALLOWED_HOSTS must be host names such as/],
    ['ALLOWED_HOSTS', '*', /^ALLOWED_HOSTS must be host names such as/],
    ['ALLOWED_HOSTS', 'a,', /^ALLOWED_HOSTS must be host names such as/],
    ['PUBLIC_URL', 'calendar.example.org', /^PUBLIC_URL must be an http\(s\) address such as/],
    ['PUBLIC_URL', 'https://example.org/?a=1', /^PUBLIC_URL must be an http\(s\) address such as/],
    ['TRUSTED_PROXIES', '10.0.0.0/33', /^TRUSTED_PROXIES must be IP addresses or subnets/],
    ['TRUSTED_PROXIES', 'proxy', /^TRUSTED_PROXIES must be IP addresses or subnets/],
    [
      'PER_PAGE_DEFAULT',
      '51',
      'PER_PAGE_DEFAULT 51 must not be larger than PER_PAGE_MAX 50 (its default)',
    ],
    [
      'PER_PAGE_MAX',
      '5',
      'PER_PAGE_DEFAULT 15 (its default) must not be larger than PER_PAGE_MAX 5',
    ],
    ['API_NAMESPACE', 'cal//v1', /^API_NAMESPACE must be a path of letters, digits/],
    ['API_NAMESPACE', '/', /^API_NAMESPACE must be a path of letters, digits/],
    [
      'API_NAMESPACE',
      '../v1',
      /^API_NAMESPACE must be a path .* without "\." and "\.\." as steps$/,
    ],
    [
      'API_NAMESPACE',
      'docs',
      /^API_NAMESPACE must not begin with docs: the service itself answers at \/docs$/,
    ],
    ['API_NAMESPACE', '/Health/v1', /^API_NAMESPACE must not begin with health: /],
    ['API_NAMESPACE', 'metrics/v1/', /^API_NAMESPACE must not begin with metrics: /],
    ['API_NAMESPACE', 'de', /^API_NAMESPACE must not begin with de: that is a language, /],
    ['API_NAMESPACE', 'en/events', /^API_NAMESPACE must not begin with en: that is a language, /],
    ['CORS_ORIGINS', 'www.example.org', /^CORS_ORIGINS must be origins such as/],
    ['CORS_ORIGINS', '*', /^CORS_ORIGINS must be origins such as/],
    ['OIDC_ISSUER', 'http://issuer.example', /^OIDC_ISSUER must be the https address/],
    ['OIDC_ISSUER', 'https://issuer.example', 'OIDC_ISSUER and OIDC_AUDIENCE must be set together'],
    ['METRICS_PORT', '3000', 'METRICS_PORT must differ from PORT'],
    ['OIDC_AUDIENCE', 'calendar', 'OIDC_ISSUER and OIDC_AUDIENCE must be set together'],
    ['HOST', '0.0.0.0', /^HOST 0\.0\.0\.0 can be reached by others/],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be one of: debug/],
  ])('refuses %s=%s', (name, value, sentence) => {
    const read = (): unknown => readSettings({ [name]: value });
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(sentence);
  });

  it('limits the request rate when other machines can reach the service', () => {
    const read = readSettings({ HOST: '0.0.0.0', ACCESS: 'protected' });
    expect(read).toMatchObject({ isLocal: false, rateLimit: 600 });
  });

  it('names both page sizes when both are set', () => {
    expect(() => readSettings({ PER_PAGE_DEFAULT: '9', PER_PAGE_MAX: '8' })).toThrow(
      /^PER_PAGE_DEFAULT 9 must not be larger than PER_PAGE_MAX 8$/,
    );
  });

  it('refuses a namespace that is a language of I18N_FOLDER', () => {
    const folder = mkdtempSync(join(tmpdir(), 'calendar-i18n-'));
    mkdirSync(join(folder, 'nl'));
    const read = (segment: string): unknown =>
      readSettings({ I18N_FOLDER: folder, API_NAMESPACE: `${segment}/v1` });
    expect(() => read('nl')).toThrow(/^API_NAMESPACE must not begin with nl: /);
    expect(read('de')).toMatchObject({ apiNamespace: 'de/v1' });
    rmSync(folder, { recursive: true });
  });

  describe('with modules', () => {
    class PerformerSettings extends SettingsOf({
      PERFORMER_FEE: wholeNumber(0, 100)({ default: 7 }),
      PERFORMER_AGENCY: str(),
    }) {
      get twice(): number {
        return 2 * this.PERFORMER_FEE;
      }
    }
    const declared = { settings: [PerformerSettings], pages: { performers: 'PERFORMER_URL' } };
    const read = (environment: NodeJS.ProcessEnv) =>
      readSettings({ PERFORMER_AGENCY: 'Ours', ...environment }, declared);

    it('reads their settings by class, as their validators parse them', () => {
      const own = read({ PERFORMER_FEE: '12' }).of(PerformerSettings);
      expect([own.PERFORMER_FEE, own.twice, own.PERFORMER_AGENCY]).toEqual([12, 24, 'Ours']);
      expect(read({}).of(PerformerSettings).PERFORMER_FEE).toBe(7);
    });

    it('keeps them when other settings are replaced', () => {
      const settings = read({}).with({ port: 1 });
      expect([settings.port, settings.of(PerformerSettings).PERFORMER_FEE]).toEqual([1, 7]);
    });

    it('throws for settings that were not read', () => {
      expect(() => readSettings({}).of(PerformerSettings)).toThrow(
        'PerformerSettings has not been read: readSettings takes the same modules as createApp.',
      );
    });

    it('reads the templates of public pages', () => {
      expect(read({ PERFORMER_URL: 'https://www.example/{slug}' }).pages).toEqual({
        performers: 'https://www.example/{slug}',
      });
    });

    it.each([
      ['PERFORMER_FEE', '101', 'PERFORMER_FEE must be a whole number from 0 to 100'],
      ['PERFORMER_URL', 'https://example.org/', /^PERFORMER_URL .* contains \{slug\} or \{id\}$/],
    ])('refuses %s=%s', (name, value, sentence) => {
      expect(() => read({ [name]: value })).toThrow(sentence);
    });

    it('reports their errors together with those of the service, including missing variables', () => {
      expect(() => readSettings({ PORT: 'x' }, declared)).toThrow(
        /^PORT must .*\nPERFORMER_AGENCY must be set$/,
      );
    });
  });

  it('reports every wrong variable at once', () => {
    expect(() => readSettings({ PORT: 'x', TIMEZONE: 'Mars' })).toThrow(/^PORT .*\nTIMEZONE .*$/);
  });
});
