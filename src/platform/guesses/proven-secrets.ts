import { createHmac, randomBytes } from 'node:crypto';

/** What is remembered at most: some megabytes. */
const CAPACITY = 20_000;

/**
 * Secrets that were right, with who has sent them for what: they need no slow hash again. None can
 * be read from it. It forgets the oldest for a new one.
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
