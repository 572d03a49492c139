import { QueryFailedError } from 'typeorm';
import { mysqlFailure } from './mysql-errors';

const error = (code: string | undefined, message = '', members = {}): Error =>
  Object.assign(new Error(message), { code, ...members });

describe('mysqlFailure', () => {
  it.each([
    ['ER_DUP_ENTRY', 'duplicate'],
    ['ER_LOCK_DEADLOCK', 'conflict'],
    ['ER_LOCK_WAIT_TIMEOUT', 'conflict'],
    ['ER_NO_REFERENCED_ROW_2', 'conflict'],
    ['ECONNRESET', 'lost'],
    ['EPIPE', 'lost'],
    ['PROTOCOL_CONNECTION_LOST', 'lost'],
    ['ER_SERVER_SHUTDOWN', 'lost'],
    ['ER_NEW_ABORTING_CONNECTION', 'lost'],
    ['ER_CLIENT_INTERACTION_TIMEOUT', 'lost'],
    ['ER_UNKNOWN_COM_ERROR', 'lost'],
    ['ER_READ_ONLY_MODE', 'lost'],
    ['ER_OPTION_PREVENTS_STATEMENT', 'lost'],
    ['ER_QUERY_INTERRUPTED', 'lost'],
    ['ECONNREFUSED', 'unavailable'],
    ['EHOSTUNREACH', 'unavailable'],
    ['ETIMEDOUT', 'unavailable'],
    ['ENOTFOUND', 'unavailable'],
    ['PROTOCOL_SEQUENCE_TIMEOUT', 'unavailable'],
    ['POOL_TIMEOUT', 'unavailable'],
    ['ER_CON_COUNT_ERROR', 'unavailable'],
    ['ER_TOO_MANY_USER_CONNECTIONS', 'unavailable'],
    ['ER_ACCESS_DENIED_ERROR', 'unavailable'],
    ['ER_DISK_FULL', 'unavailable'],
    ['ER_RECORD_FILE_FULL', 'unavailable'],
    ['ER_QUERY_TIMEOUT', 'unavailable'],
    ['HANDSHAKE_SSL_ERROR', 'unavailable'],
    ['CERT_HAS_EXPIRED', 'unavailable'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'unavailable'],
    ['ER_NO_SUCH_TABLE', undefined],
    ['ER_PARSE_ERROR', undefined],
    ['ER_DATA_TOO_LONG', undefined],
  ])('classifies %s as: %s', (code, failure) => {
    expect(mysqlFailure(error(code))).toBe(failure);
    expect(mysqlFailure(new QueryFailedError('COMMIT', [], error(code)))).toBe(failure);
  });

  it.each([
    [1927, 'Connection was killed', 'lost'],
    [1969, 'Query execution was interrupted (max_statement_time exceeded)', 'unavailable'],
  ])('classifies %s, which has no name in the driver (%s), as: %s', (errno, message, failure) => {
    expect(mysqlFailure(error(undefined, message, { errno }))).toBe(failure);
  });

  it('classifies an error during COMMIT as a conflict when it was a lock error, else as unavailable', () => {
    const commit = (message: string): Error => error('ER_ERROR_DURING_COMMIT', message);
    expect(mysqlFailure(commit('Got error 149 "Lock deadlock" during COMMIT'))).toBe('conflict');
    expect(mysqlFailure(commit('Got error 5 "Input/output error" during COMMIT'))).toBe(
      'unavailable',
    );
  });

  it('classifies a fatal error without a code as lost', () => {
    const closed = "Can't add new command when connection is in closed state";
    expect(mysqlFailure(error(undefined, closed, { fatal: true }))).toBe('lost');
  });

  it.each([undefined, null, 'text', new Error('ours'), new TypeError('ours')])(
    'ignores %p',
    (thrown) => {
      expect(mysqlFailure(thrown)).toBeUndefined();
    },
  );
});
