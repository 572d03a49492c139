import { createHmac, randomBytes } from 'node:crypto';

/** The maximum number of entries in memory: some megabytes. */
const CAPACITY = 20_000;

/**
 * A cache of correct secrets, by client and target, which need no slow hash again. The secrets
 * cannot be read from it. The number of entries is limited; a new one replaces the oldest one.
 */
export class ProvenSecrets {
  private readonly key = randomBytes(32);
  private readonly digests = new Set<string>();

  constructor(private readonly capacity = CAPACITY) {}

  has(...secret: string[]): boolean {
    return this.digests.has(this.digest(secret));
  }

  add(...secret: string[]): void {
    const [oldest] = this.digests;
    if (this.digests.size >= this.capacity) this.digests.delete(oldest);
    this.digests.add(this.digest(secret));
  }

  private digest(secret: string[]): string {
    return createHmac('sha256', this.key).update(JSON.stringify(secret)).digest('base64');
  }
}
