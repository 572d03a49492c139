import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';

/** Kills processes of a test and removes their files when the test ends, even if it is killed. */
export class Keeper {
  private constructor(
    readonly folder: string,
    private readonly process: ChildProcessByStdio<Writable, null, null>,
  ) {}

  /** @param parent the folder in which its folder is created */
  static async start(parent = tmpdir()): Promise<Keeper> {
    const folder = await mkdtemp(join(parent, 'calendar-tests-'));
    const child = spawn(process.execPath, [join(__dirname, 'run-keeper.mjs'), folder], {
      stdio: ['pipe', 'ignore', 'ignore'],
      // Ctrl+C would end processes of the same group before the tests.
      detached: true,
    });
    return new Keeper(folder, child);
  }

  guard(child: ChildProcess): void {
    const { pid } = child;
    if (pid === undefined) return;
    this.process.stdin.write(`guard ${pid}\n`);
    child.once('exit', () => {
      if (this.process.stdin.writable) this.process.stdin.write(`release ${pid}\n`);
    });
  }

  get hasEnded(): boolean {
    return !this.process.stdin.writable;
  }

  async end(): Promise<void> {
    const gone = once(this.process, 'exit');
    this.process.stdin.end();
    await gone;
  }
}
