import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from './instance';

const PAUSE_MILLISECONDS = 500;
const MEGABYTE = 2 ** 20;

/** Samples memory and health of an instance twice a second. */
export class HealthMonitor {
  /** Memory of the process, in megabytes. */
  readonly memory: number[] = [];
  /** Memory in buffers outside of the heap at the last sample, in megabytes. */
  buffers = 0;
  readonly live: number[] = [];
  readonly failed: string[] = [];
  private isWatching = true;
  private readonly watching: Promise<void>;

  constructor(private readonly instance: Instance) {
    this.watching = this.watch();
  }

  /** The maximum memory in the first and the last third of the samples, in megabytes. */
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

/** The processor time of an instance since its start, in milliseconds. */
export async function processorTime({ metrics }: Instance): Promise<number> {
  return 1000 * valueIn(await (await fetch(metrics)).text(), 'process_cpu_seconds_total');
}

const megabytesIn = (metrics: string, name: string): number => valueIn(metrics, name) / MEGABYTE;

function valueIn(metrics: string, name: string): number {
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics) ?? [];
  return Number(value);
}
