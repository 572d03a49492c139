import { setImmediate as nextTurn } from 'node:timers/promises';
import { SingleFlight } from './single-flight';

describe('SingleFlight', () => {
  let flight: SingleFlight<string>;
  let calls: { end: (value: string) => void; fail: (error: Error) => void }[];

  beforeEach(() => {
    flight = new SingleFlight();
    calls = [];
  });

  const call = (): Promise<string> => new Promise((end, fail) => calls.push({ end, fail }));

  describe('join', () => {
    it('starts one call for concurrent callers, at once', async () => {
      const joined = [flight.join(call), flight.join(call)];
      expect(calls).toHaveLength(1);
      calls[0].end('a');
      expect(await Promise.all(joined)).toEqual(['a', 'a']);
    });

    it('starts a new call after one that has ended or failed', async () => {
      const joined = flight.join(call);
      calls[0].fail(new Error('gone'));
      await expect(joined).rejects.toThrow('gone');
      void flight.join(call);
      expect(calls).toHaveLength(2);
    });
  });

  describe('joinFollowing', () => {
    it('starts one call for the callers of one turn of the event loop', async () => {
      const joined = [flight.joinFollowing(call), flight.joinFollowing(call)];
      await nextTurn();
      calls[0].end('a');
      expect(await Promise.all(joined)).toEqual(['a', 'a']);
      expect(calls).toHaveLength(1);
    });

    it.each(['join', 'joinFollowing'] as const)(
      'starts no call while one of %s is running, and joins none that has begun',
      async (method) => {
        const first = flight[method](call);
        await nextTurn();
        const others = [flight.joinFollowing(call), flight.joinFollowing(call)];
        await nextTurn();
        expect(calls).toHaveLength(1);
        calls[0].end('old');
        expect(await first).toBe('old');
        await nextTurn();
        calls[1].end('new');
        expect(await Promise.all(others)).toEqual(['new', 'new']);
        expect(calls).toHaveLength(2);
      },
    );

    it('fails for the callers of the call that has failed alone', async () => {
      const first = flight.joinFollowing(call);
      await nextTurn();
      const second = flight.joinFollowing(call);
      calls[0].fail(new Error('gone'));
      await expect(first).rejects.toThrow('gone');
      await nextTurn();
      calls[1].end('back');
      expect(await second).toBe('back');
    });
  });
});
