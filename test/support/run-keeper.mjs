/*
 * Lives as long as its standard input is open; then kills the processes that it guards, and removes
 * their folder. So the cleanup happens even if its parent is killed.
 */
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , folder] = process.argv;
const guarded = new Set();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const [verb, pid] = line.split(' ');
    if (verb === 'guard') guarded.add(Number(pid));
    else guarded.delete(Number(pid));
  })
  .on('close', end);

function end() {
  for (const pid of guarded) kill(pid);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  process.exit();
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has exited already.
  }
}
