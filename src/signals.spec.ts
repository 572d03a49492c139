import { setImmediate as turn } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { endOnSignal } from './signals';

describe('endOnSignal', () => {
  const said = jest.spyOn(Logger, 'error').mockReturnValue(undefined);
  const exit = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
  afterEach(() => jest.clearAllMocks());
  afterAll(() => jest.restoreAllMocks());

  /** Returns the exit code of a process with this `end`. */
  async function codeOf(end: () => Promise<void>): Promise<unknown> {
    const listen = jest.spyOn(process, 'on');
    endOnSignal(end);
    for (const [signal, listener] of listen.mock.calls) {
      process.off(signal, listener);
      listener(signal);
    }
    while (exit.mock.calls.length === 0) await turn();
    return exit.mock.calls[0][0];
  }

  it('exits with 0 after a successful shutdown', async () => {
    expect(await codeOf(() => Promise.resolve())).toBe(0);
    expect(said).not.toHaveBeenCalled();
  });

  it('exits with 1 and logs the error after a failed shutdown', async () => {
    const cause = new Error('The pool is stuck.');
    expect(await codeOf(() => Promise.reject(cause))).toBe(1);
    expect(said).toHaveBeenCalledWith(expect.objectContaining({ cause }));
  });
});
