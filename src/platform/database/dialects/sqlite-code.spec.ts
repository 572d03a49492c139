import { sqliteCode } from './sqlite-code';

describe('sqliteCode', () => {
  it.each([
    ['SQLITE_BUSY_SNAPSHOT', 'SQLITE_BUSY_SNAPSHOT'],
    ['UNKNOWN_SQLITE_ERROR_1544', 'SQLITE_READONLY'],
    ['UNKNOWN_SQLITE_ERROR_8458', 'SQLITE_IOERR'],
    ['UNKNOWN_SQLITE_ERROR_1', 'UNKNOWN_SQLITE_ERROR_1'],
    ['ENOENT', 'ENOENT'],
  ])('maps %s to %s', (code, expected) => {
    expect(sqliteCode(Object.assign(new Error('It failed.'), { code }))).toBe(expected);
  });

  it("reads the driver's code of a wrapped error", () => {
    expect(sqliteCode({ driverError: { code: 'UNKNOWN_SQLITE_ERROR_1544' } })).toBe(
      'SQLITE_READONLY',
    );
  });
});
