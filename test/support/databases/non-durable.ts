/** Options of a server whose data is temporary and need not survive a power failure. */
export const NON_DURABLE = [
  '--skip-log-bin',
  '--sync-binlog=0',
  '--innodb-flush-log-at-trx-commit=0',
  '--loose-debug-no-sync',
];
