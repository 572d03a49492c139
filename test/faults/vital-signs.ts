import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from './instance';

const PAUSE_MILLISECONDS = 500;
const MEGABYTE = 2 ** 20;

/** What an instance tells of itself while it is loaded, twice a second. */
export class VitalSigns {
  /** Memory of the process, in megabytes. */
  readonly memory: number[] = [];
  /** What it held in buffers, outside of its heap, at the last look; megabytes. */
  buffers = 0;
  /** How long `/health/live` took, in milliseconds. */
  readonly live: number[] = [];
  /** Answers of `/health/live` that were none, or not 200. */
  readonly failed: string[] = [];
  private isWatching = true;
  private readonly watching: Promise<void>;

  constructor(private readonly instance: Instance) {
    this.watching = this.watch();
  }

  /** The most memory in the first third of the time, and in the last; megabytes. */
  get memoryInThirds(): { first: number; last: number } {
    const third = Math.ceil(this.memory.length / 3);
    return {
      first: Math.max(...this.memory.slice(0, third)),
      last: Math.max(...this.memory.slice(-third)),
    };
  }

  async stop(): Promise<void> {
    this.isWatching = false;
    await this.watching;
  }

  private async watch(): Promise<void> {
    const { address, metrics } = this.instance;
    while (this.isWatching) {
      const from = performance.now();
      try {
        const { status } = await fetch(new URL('/health/live', address));
        this.live.push(performance.now() - from);
        if (status !== 200) this.failed.push(String(status));
        const text = await (await fetch(metrics)).text();
        this.memory.push(megabytesIn(text, 'process_resident_memory_bytes'));
        this.buffers = megabytesIn(text, 'nodejs_external_memory_bytes');
      } catch (error) {
        this.failed.push(String(error));
      }
      await sleep(PAUSE_MILLISECONDS);
    }
  }
}

/** The processor time that an instance has taken since its start; milliseconds. */
export async function processorTime({ metrics }: Instance): Promise<number> {
  return 1000 * valueIn(await (await fetch(metrics)).text(), 'process_cpu_seconds_total');
}

const megabytesIn = (metrics: string, name: string): number => valueIn(metrics, name) / MEGABYTE;

function valueIn(metrics: string, name: string): number {
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics) ?? [];
  return Number(value);
}
