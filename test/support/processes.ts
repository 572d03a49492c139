import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Libsql from 'libsql';
import type { Keeper } from './keeper';

const ROOT = join(__dirname, '../..');

/** The timeout of tests that build or pack while other tests run. */
export const BUILD_MILLISECONDS = 180_000;

/** Headers of a client that sends one request, so that the shutdown need not wait for its connection. */
export const CLOSE_CONNECTION = { Connection: 'close' };

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Ending {
  end: (signal: NodeJS.Signals) => Promise<Outcome>;
}

export interface Running extends Ending {
  /** The printed lines: first word → rest. */
  printed: Record<string, string>;
  pid: number;
  /** Stops reading its output until `readOn` or its end. */
  stopReading: () => void;
  readOn: () => void;
}

/** Opens the SQLite file of a running service. Its locks are waited for: the service also writes in the background. */
export const openBeside = ({ Database }: Running['printed']): Libsql.Database =>
  new Libsql(Database.replace(/^.*, /, ''), { timeout: 10_000 });

/** Runs programs of the service in an empty folder, with only the given settings. */
export class Workplace {
  private readonly running = new Set<ChildProcess>();

  private constructor(
    readonly folder: string,
    private readonly keeper?: Keeper,
  ) {}

  /** @param keeper kills the programs and removes the folder, even if the tests are killed */
  static async create(keeper?: Keeper): Promise<Workplace> {
    const folder = await mkdtemp(join(keeper?.folder ?? tmpdir(), 'calendar-cli-'));
    return new Workplace(folder, keeper);
  }

  /** Runs a command like `npm run cli -- <command>`. */
  async run(
    command: string[],
    settings: Record<string, string> = {},
    program = 'dist/cli/main.js',
  ): Promise<Outcome> {
    return this.outcome(this.start([program, ...command], settings));
  }

  /** Unlike `run`, for a command that is ended by the test. */
  begin(command: string[], settings: Record<string, string> = {}): Ending {
    return this.ending(this.start(['dist/cli/main.js', ...command], settings));
  }

  /**
   * Starts the service, and waits until it prints its address or exits.
   *
   * @param launcher the beginning of a command line that starts the rest of it
   */
  async serve(
    settings: Record<string, string> = {},
    program = ['dist/main.js'],
    launcher: readonly string[] = [],
  ): Promise<Running> {
    const process = this.start(program, { PORT: '0', ...settings }, 'pipe', launcher);
    const outcome = this.outcome(process);
    const printed = await new Promise<Running['printed']>((resolve, reject) => {
      let text = '';
      const listen = (data: Buffer): void => {
        text += data.toString();
        if (!/^Try .*\n/m.test(text)) return;
        process.stdout?.off('data', listen);
        resolve(
          Object.fromEntries(
            [...text.matchAll(/^(\w+) +(.+)$/gm)].map(([, name, value]) => [name, value]),
          ),
        );
      };
      process.stdout?.on('data', listen);
      void outcome.then(({ code, stderr }) => reject(new Error(`exit code ${code}: ${stderr}`)));
    });
    const readOn = (): void => void process.stdout?.resume();
    return {
      printed,
      pid: process.pid ?? 0,
      end: (signal) => {
        process.kill(signal);
        return outcome;
      },
      stopReading: () => {
        process.stdout?.pause();
        process.once('exit', readOn);
      },
      readOn,
    };
  }

  /** The standard output is a file, so that the address is not known. */
  serveInto(file: number, settings: Record<string, string>): Ending {
    return this.ending(this.start(['dist/main.js'], settings, file));
  }

  async remove(): Promise<void> {
    for (const process of this.running) {
      process.kill('SIGKILL');
      await once(process, 'exit');
    }
    await rm(this.folder, { recursive: true });
  }

  private start(
    [program, ...parameters]: string[],
    settings: Record<string, string>,
    stdout: number | 'pipe' = 'pipe',
    launcher: readonly string[] = [],
  ): ChildProcess {
    const { PATH } = process.env;
    const node = [process.execPath, resolve(ROOT, program), ...parameters];
    const [command, ...following] = [...launcher, ...node];
    const child = spawn(command, following, {
      cwd: this.folder,
      env: { PATH, ...settings },
      stdio: ['pipe', stdout, 'pipe'],
    });
    this.running.add(child);
    this.keeper?.guard(child);
    child.once('exit', () => this.running.delete(child));
    return child;
  }

  private ending(child: ChildProcess): Ending {
    const outcome = this.outcome(child);
    return {
      end: (signal) => {
        child.kill(signal);
        return outcome;
      },
    };
  }

  private async outcome(child: ChildProcess): Promise<Outcome> {
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (data: Buffer) => (stdout += data.toString()));
    child.stderr?.on('data', (data: Buffer) => (stderr += data.toString()));
    await once(child, 'close');
    return { code: child.exitCode, stdout, stderr };
  }
}
