import { driverCode, type Failure, ofDriver } from './failure';
import { SESSION_REFUSED } from './mysql-session';

const FAILURES = new Map<string, Failure>([
  ...of('duplicate', ['ER_DUP_ENTRY', 'ER_DUP_ENTRY_WITH_KEY_NAME']),
  ...of('conflict', [
    // Also Galera's failed certification: another node has written the same rows.
    'ER_LOCK_DEADLOCK',
    'ER_LOCK_WAIT_TIMEOUT',
    'ER_LOCK_ABORTED',
    // A referenced row was deleted concurrently; the retry detects that.
    'ER_NO_REFERENCED_ROW_2',
    // The snapshot isolation of MariaDB 11.6.
    'ER_CHECKREAD',
    // Another instance ran a migration concurrently.
    'ER_TABLE_DEF_CHANGED',
    // The failed certification of group replication.
    'ER_TRANSACTION_ROLLBACK_DURING_COMMIT',
  ]),
  ...of('lost', [
    'ECONNABORTED',
    'ECONNRESET',
    'EPIPE',
    'PROTOCOL_CONNECTION_LOST',
    'PROTOCOL_ERROR',
    'PROTOCOL_UNEXPECTED_PACKET',
    'ER_ABORTING_CONNECTION',
    'ER_NEW_ABORTING_CONNECTION',
    'ER_CLIENT_INTERACTION_TIMEOUT',
    // ER_CONNECTION_KILLED of MariaDB, which has no name in the driver.
    '1927',
    'ER_SESSION_WAS_KILLED',
    'ER_NET_PACKETS_OUT_OF_ORDER',
    'ER_NET_READ_ERROR',
    'ER_NET_READ_INTERRUPTED',
    'ER_NET_ERROR_ON_WRITE',
    'ER_NET_WRITE_INTERRUPTED',
    'ER_NORMAL_SHUTDOWN',
    'ER_SERVER_SHUTDOWN',
    'ER_SHUTDOWN_COMPLETE',
    'ER_QUERY_INTERRUPTED',
    // Galera: the node is cut off from its cluster; another node may work.
    'ER_UNKNOWN_COM_ERROR',
    // Read-only servers, such as a former primary after a failover.
    'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
    'ER_INNODB_READ_ONLY',
    'ER_OPTION_PREVENTS_STATEMENT',
    'ER_READ_ONLY_MODE',
    'ER_SERVER_OFFLINE_MODE',
  ]),
  ...of('unavailable', [
    'EADDRNOTAVAIL',
    'EAI_AGAIN',
    'EAI_FAIL',
    'ECONNREFUSED',
    'EHOSTDOWN',
    'EHOSTUNREACH',
    'EMFILE',
    'ENETDOWN',
    'ENETUNREACH',
    'ENFILE',
    'ENOTFOUND',
    'EPROTO',
    'ETIMEDOUT',
    'AUTH_SWITCH_PLUGIN_ERROR',
    'HANDSHAKE_NO_SSL_SUPPORT',
    'HANDSHAKE_SSL_ERROR',
    'HANDSHAKE_UNKNOWN_ERROR',
    'POOL_CLOSED',
    'POOL_TIMEOUT',
    'PROTOCOL_SEQUENCE_TIMEOUT',
    SESSION_REFUSED,
    'ER_ACCESS_DENIED_ERROR',
    'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
    'ER_ACCOUNT_HAS_BEEN_LOCKED',
    'ER_BAD_DB_ERROR',
    'ER_BAD_HOST_ERROR',
    'ER_CANT_CREATE_THREAD',
    'ER_COLUMNACCESS_DENIED_ERROR',
    'ER_CON_COUNT_ERROR',
    'ER_DBACCESS_DENIED_ERROR',
    'ER_HANDSHAKE_ERROR',
    'ER_HOST_IS_BLOCKED',
    'ER_HOST_NOT_PRIVILEGED',
    'ER_MUST_CHANGE_PASSWORD_LOGIN',
    'ER_SPECIFIC_ACCESS_DENIED_ERROR',
    'ER_TABLEACCESS_DENIED_ERROR',
    'ER_TOO_MANY_USER_CONNECTIONS',
    'ER_USER_LIMIT_REACHED',
    'ER_DISK_FULL',
    'ER_ERROR_ON_WRITE',
    'ER_GET_ERRNO',
    'ER_LOCK_TABLE_FULL',
    'ER_OUTOFMEMORY',
    'ER_OUT_OF_RESOURCES',
    'ER_OUT_OF_SORTMEMORY',
    'ER_RECORD_FILE_FULL',
    'ER_TOO_MANY_CONCURRENT_TRXS',
    // Statements cancelled by the server; MariaDB's error has no name in the driver.
    'ER_QUERY_TIMEOUT',
    '1969',
    'ER_ERROR_DURING_COMMIT',
    'ER_RUN_HOOK_ERROR',
  ]),
]);

/** TLS errors of OpenSSL and of certificates. */
const TLS = /^(ERR_SSL_|ERR_TLS_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

function of(failure: Failure, codes: string[]): [string, Failure][] {
  return codes.map((code) => [code, failure]);
}

/** Undefined: a bug of the service. */
export function mysqlFailure(error: unknown): Failure | undefined {
  const code = driverCode(error);
  // The number of a deadlock in InnoDB, as some versions of Galera report it.
  if (code === 'ER_ERROR_DURING_COMMIT' && /\berror 149\b/.test(String(error))) return 'conflict';
  if (TLS.test(code)) return 'unavailable';
  // Many errors that close a connection have no code.
  return FAILURES.get(code) ?? (ofDriver(error).fatal === true ? 'lost' : undefined);
}
