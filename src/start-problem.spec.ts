import { readSettings, SettingsError } from './platform/config';
import { startProblem } from './start-problem';

const SQLITE = readSettings({ DATABASE_URL: 'sqlite:/srv/calendar.sqlite', PORT: '80' });
const MYSQL = readSettings({
  DATABASE_URL: 'mysql://clara:secret@db:3306/calendar',
  DATABASE_TLS: 'on',
  DATABASE_TLS_CA: '/srv/ca.pem',
});

const failure = (code: string, details: object = {}): Error =>
  Object.assign(new Error('as the driver says it'), { code, ...details });

describe('startProblem', () => {
  it('returns the message of invalid settings', () => {
    expect(startProblem(new SettingsError('PORT must be 1'), undefined)).toBe('PORT must be 1');
  });

  it.each([
    ['EADDRINUSE', /^PORT 80 of 127\.0\.0\.1 is in use .*free port\.$/],
    ['EACCES', /^PORT 80 cannot be opened by this user\. Set PORT to a port from 1024 to 65535\.$/],
    ['EADDRNOTAVAIL', /^HOST 127\.0\.0\.1 is not an address of this machine .* of this machine\.$/],
  ])('explains the error %s when listening', (code, sentence) => {
    expect(startProblem(failure(code, { syscall: 'listen' }), SQLITE)).toMatch(sentence);
  });

  it('distinguishes the metrics port from the port of the service', () => {
    const settings = SQLITE.with({ metricsPort: 9464 });
    const inUse = (port: number): string | undefined =>
      startProblem(failure('EADDRINUSE', { syscall: 'listen', port }), settings);
    expect(inUse(80)).toMatch(/^PORT 80 .* set PORT to a free port\.$/);
    expect(inUse(9464)).toMatch(/^METRICS_PORT 9464 .* set METRICS_PORT to a free port\.$/);
  });

  it.each([
    [
      'SQLITE_CANTOPEN',
      /^The database \/srv\/calendar\.sqlite cannot be opened .* write it and its folder \/srv,/,
    ],
    ['SQLITE_READONLY', /cannot be opened for writing/],
    ['EACCES', /cannot be opened for writing/],
    ['SQLITE_NOTADB', /^The file \/srv\/calendar\.sqlite is not an SQLite database\. Move/],
    ['SQLITE_BUSY', /locked by another process\. End that one first\.$/],
    ['ENOSPC', /^There is no space left/],
  ])('explains the error %s of SQLite', (code, sentence) => {
    expect(startProblem(failure(code), SQLITE)).toMatch(sentence);
  });

  it.each([
    ['ECONNREFUSED', /^The database server at db:3306 does not answer .* correct DATABASE_URL\.$/],
    ['ENOTFOUND', /^The database host db is not known/],
    ['ER_ACCESS_DENIED_ERROR', /refuses the user clara with this password\. Correct them/],
    [
      'ER_BAD_DB_ERROR',
      /has no database calendar\. CREATE DATABASE calendar CHARACTER SET utf8mb4/,
    ],
    ['ER_TABLEACCESS_DENIED_ERROR', /GRANT ALL ON calendar\.\* to this user\.$/],
    ['ER_CON_COUNT_ERROR', /lower DATABASE_POOL_SIZE/],
    [
      'HANDSHAKE_NO_SSL_SUPPORT',
      /does not offer TLS\. Switch it on there, or set DATABASE_TLS=off/,
    ],
    ['SELF_SIGNED_CERT_IN_CHAIN', /not trusted .* Set DATABASE_TLS_CA to the PEM file/],
  ])('explains the error %s of a database server, without the password', (code, sentence) => {
    const problem = startProblem(failure(code), MYSQL);
    expect(problem).toMatch(sentence);
    expect(problem).not.toContain('secret');
  });

  it('examines the causes of wrapped errors', () => {
    const refused = failure('ECONNREFUSED');
    expect(startProblem({ driverError: refused }, MYSQL)).toMatch(/does not answer/);
    expect(startProblem(new AggregateError([refused]), MYSQL)).toMatch(/does not answer/);
  });

  it('names an unreadable CA file', () => {
    expect(startProblem(failure('ENOENT', { path: '/srv/ca.pem' }), MYSQL)).toBe(
      'DATABASE_TLS_CA /srv/ca.pem cannot be read (ENOENT).',
    );
  });

  it.each([SQLITE, MYSQL])('ignores unexpected errors', (settings) => {
    expect(startProblem(new TypeError('a mistake of ours'), settings)).toBeUndefined();
  });
});
