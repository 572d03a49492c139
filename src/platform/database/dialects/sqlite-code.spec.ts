import { sqliteCode } from './sqlite-code';

describe('The code of an error of SQLite', () => {
  it.each([
    ['SQLITE_BUSY_SNAPSHOT', 'SQLITE_BUSY_SNAPSHOT'],
    ['UNKNOWN_SQLITE_ERROR_1544', 'SQLITE_READONLY'],
    ['UNKNOWN_SQLITE_ERROR_8458', 'SQLITE_IOERR'],
    ['UNKNOWN_SQLITE_ERROR_1', 'UNKNOWN_SQLITE_ERROR_1'],
    ['ENOENT', 'ENOENT'],
  ])('%s is %s', (code, expected) => {
    expect(sqliteCode(Object.assign(new Error('It failed.'), { code }))).toBe(expected);
  });

  it('is that of the driver in an error of a statement', () => {
    expect(sqliteCode({ driverError: { code: 'UNKNOWN_SQLITE_ERROR_1544' } })).toBe(
      'SQLITE_READONLY',
    );
  });
});
