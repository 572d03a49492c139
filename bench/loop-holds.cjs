/**
 * Measures how long the event loop of the service is held, in processor time of its thread: a busy machine does not
 * change it. On SIGUSR2, writes the longest hold since the last signal into the file LOOP_HOLDS; milliseconds.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

if (isMainThread) {
  const used = () =>
    Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  let last = used();
  let longest = 0;
  setInterval(() => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1).unref();
  process.on('SIGUSR2', () => {
    writeFileSync(process.env.LOOP_HOLDS, String(longest));
    longest = 0;
  });
}
