import { QueryFailedError } from 'typeorm';
import { loggedError } from './logged-error';

describe('loggedError', () => {
  it('returns the type, the message and the stack', () => {
    const logged = loggedError(new TypeError('x is not a function'));
    expect(logged).toMatchObject({ type: 'TypeError', message: 'x is not a function' });
    expect(logged.stack?.[0]).toMatch(/^at .*logged-error\.spec\.ts/);
  });

  it.each([
    ["Duplicate entry 'it's sesame' for key 'venues.uq_venues_slug'", "Duplicate entry '…'"],
    ["Incorrect datetime value: 'sesame\n    at sesame'", "Incorrect datetime value: '…'"],
    ['near "sesame": syntax error', 'near "…": syntax error'],
    ['UNIQUE constraint failed: venues.slug', 'UNIQUE constraint failed: venues.slug'],
  ])('masks values quoted by the database: %j', (said, logged) => {
    const driverError = Object.assign(new Error(said), { code: 'ER_DUP_ENTRY', sql: 'sesame' });
    const statement = 'INSERT INTO `venues` (`venue`) VALUES (?)';
    for (const error of [new QueryFailedError(statement, ['sesame'], driverError), driverError]) {
      expect(loggedError(error).message).toBe(logged);
      expect(loggedError(error).code).toBe('ER_DUP_ENTRY');
      expect(JSON.stringify(loggedError(error))).not.toContain('sesame');
    }
    expect(loggedError(new QueryFailedError(statement, [], driverError)).statement).toBe(statement);
  });

  it('masks values quoted by the database in a cause', () => {
    const driverError = Object.assign(new Error("Duplicate entry 'sesame'"), { errno: 1062 });
    const cause = new QueryFailedError('INSERT INTO `venues` VALUES (?)', ['sesame'], driverError);
    const logged = loggedError(new Error('It failed', { cause }));
    expect(logged.message).toBe('It failed');
    expect(logged.cause?.message).toBe("Duplicate entry '…'");
    expect(JSON.stringify(logged)).not.toContain('sesame');
  });

  it('includes nested causes up to a limit', () => {
    const endless = new Error('first');
    endless.cause = endless;
    const logged = loggedError(endless);
    expect(logged.cause?.cause?.message).toBe('first');
    expect(logged.cause?.cause?.cause).toBeUndefined();
  });

  it('accepts any thrown value', () => {
    expect(loggedError('nothing')).toEqual({ type: 'string', message: 'nothing' });
  });
});
