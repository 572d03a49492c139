import { HttpClient } from './http-client';

const PATHS = ['/events', '/events?per_page=50&search=mark', '/venues', '/tags?hide_empty=false'];
const WORKERS = 4;

/** Every response must be a 200. */
export class BackgroundReads {
  returned = 0;
  /** The first failed responses. */
  readonly failed: string[] = [];
  private readonly client = new HttpClient(WORKERS);
  private readonly workers: Promise<void>[] = [];
  private isRunning = true;

  /** @param address the base URL of the interface */
  constructor(private readonly address: string) {
    for (let index = 0; index < WORKERS; index += 1) this.workers.push(this.work(index));
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await Promise.all(this.workers);
    this.client.close();
  }

  private async work(index: number): Promise<void> {
    for (let turn = index; this.isRunning; turn += 1) {
      const path = PATHS[turn % PATHS.length];
      const reply = await this.client.send('GET', this.address + path);
      if (reply.status === 200) this.returned += 1;
      else if (this.failed.length < 20) this.failed.push(`GET ${path}: ${JSON.stringify(reply)}`);
    }
  }
}
