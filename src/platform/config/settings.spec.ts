import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, SettingsError } from './settings';

describe('readSettings', () => {
  it('needs no variable', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      access: 'open',
      database: { url: 'sqlite:./data/calendar.sqlite' },
      namespace: 'cal/events/v1',
      timeZone: 'UTC',
      perPageDefault: 15,
      perPageMax: 50,
      rateLimit: 0,
      corsOrigins: [],
      imageResizeUrl: undefined,
      imageSizes: {
        thumbnail: { width: 150, height: 150 },
        medium: { width: 300, height: 300 },
        large: { width: 1024, height: 1024 },
      },
      oidc: undefined,
      metricsPort: undefined,
      logLevel: 'info',
    });
  });

  it('takes a variable that is set to nothing for one that is not set', () => {
    expect(readSettings({ PORT: '', PUBLIC_URL: '', CURRENCY_POSITION: '' })).toMatchObject({
      port: 3000,
      publicUrl: undefined,
      currency: { position: '' },
    });
  });

  it.each([
    ['PUBLIC_URL', 'https://calendar.example.org/', { publicUrl: 'https://calendar.example.org' }],
    ['API_NAMESPACE', '/wp-json/tribe/events/v1/', { namespace: 'wp-json/tribe/events/v1' }],
    ['API_NAMESPACE', 'v1/docs/de', { namespace: 'v1/docs/de' }],
    ['API_NAMESPACE', 'healthy', { namespace: 'healthy' }],
    ['TIMEZONE', 'europe/paris', { timeZone: 'Europe/Paris' }],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/8, ::1,loopback',
      { trustedProxies: ['10.0.0.0/8', '::1', 'loopback'] },
    ],
    [
      'IMAGE_SIZES',
      'thumbnail=90x60, post-wide=1200x400',
      {
        imageSizes: {
          thumbnail: { width: 90, height: 60 },
          'post-wide': { width: 1200, height: 400 },
        },
      },
    ],
    [
      'IMAGE_RESIZE_URL',
      'https://proxy.example/?w={width}&url={url}',
      { imageResizeUrl: 'https://proxy.example/?w={width}&url={url}' },
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
    ['DATABASE_URL', 'mysql://localhost', /^DATABASE_URL must be sqlite:/],
    ['DATABASE_TLS', 'yes', 'DATABASE_TLS must be one of: off, on, insecure'],
    ['DATABASE_TLS_CA', '/ca.pem', 'DATABASE_TLS_CA needs DATABASE_TLS=on'],
    ['ALLOWED_HOSTS', 'calendar.internal:3000', /^ALLOWED_HOSTS must be host names such as/],
    ['ALLOWED_HOSTS', 'http://calendar.internal', /^ALLOWED_HOSTS must be host names such as/],
    ['ALLOWED_HOSTS', '*', /^ALLOWED_HOSTS must be host names such as/],
    ['ALLOWED_HOSTS', 'a,', /^ALLOWED_HOSTS must be host names such as/],
    ['PUBLIC_URL', 'calendar.example.org', /^PUBLIC_URL must be an http\(s\) address such as/],
    ['PUBLIC_URL', 'https://example.org/?a=1', /^PUBLIC_URL must be an http\(s\) address such as/],
    ['TRUSTED_PROXIES', '10.0.0.0/33', /^TRUSTED_PROXIES must be IP addresses or subnets/],
    ['TRUSTED_PROXIES', 'proxy', /^TRUSTED_PROXIES must be IP addresses or subnets/],
    ['EVENT_URL', 'https://example.org/', /^EVENT_URL must be .* contains \{slug\} or \{id\}$/],
    ['IMAGE_URL', 'https://example.org/{slug}', /^IMAGE_URL must be .* contains \{id\}$/],
    ['IMAGE_RESIZE_URL', 'https://proxy.example/{width}', /^IMAGE_RESIZE_URL must be .* \{url\}/],
    [
      'IMAGE_RESIZE_URL',
      'https://proxy.example/{url}',
      /^IMAGE_RESIZE_URL must be .* \{width\} or/,
    ],
    ['IMAGE_SIZES', 'thumbnail', /^IMAGE_SIZES must be names with their width and height/],
    ['IMAGE_SIZES', 'thumbnail=0x150', /^IMAGE_SIZES must be names/],
    ['IMAGE_SIZES', 'full=10x10', /^IMAGE_SIZES must be names .* not full$/],
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
    ['OIDC_ISSUER', 'https://issuer.example', 'OIDC_ISSUER and OIDC_AUDIENCE go together'],
    ['METRICS_PORT', '3000', 'METRICS_PORT must be another port than PORT'],
    ['OIDC_AUDIENCE', 'calendar', 'OIDC_ISSUER and OIDC_AUDIENCE go together'],
    ['HOST', '0.0.0.0', /^HOST 0\.0\.0\.0 can be reached by others/],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be one of: debug/],
  ])('refuses %s=%s', (name, value, sentence) => {
    const read = (): unknown => readSettings({ [name]: value });
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(sentence);
  });

  it('limits the rate of clients where others reach the service', () => {
    const read = readSettings({ HOST: '0.0.0.0', ACCESS: 'protected' });
    expect(read).toMatchObject({ isLocal: false, rateLimit: 600 });
  });

  it('names both sizes of a page where both are set', () => {
    expect(() => readSettings({ PER_PAGE_DEFAULT: '9', PER_PAGE_MAX: '8' })).toThrow(
      /^PER_PAGE_DEFAULT 9 must not be larger than PER_PAGE_MAX 8$/,
    );
  });

  it('keeps the namespace apart from the languages of I18N_FOLDER', () => {
    const folder = mkdtempSync(join(tmpdir(), 'calendar-i18n-'));
    mkdirSync(join(folder, 'nl'));
    const read = (segment: string): unknown =>
      readSettings({ I18N_FOLDER: folder, API_NAMESPACE: `${segment}/v1` });
    expect(() => read('nl')).toThrow(/^API_NAMESPACE must not begin with nl: /);
    expect(read('de')).toMatchObject({ namespace: 'de/v1' });
    rmSync(folder, { recursive: true });
  });

  it('tells of every wrong variable at once', () => {
    expect(() => readSettings({ PORT: 'x', TIMEZONE: 'Mars' })).toThrow(/^PORT .*\nTIMEZONE .*$/);
  });
});
