/** The body of a request, from its arrival until it is processed. */
export interface Body {
  /** The client that sends it, as returned by `clientAddress`. */
  readonly client: string;
  /** Called when there is no memory left for it. */
  readonly refuse: () => void;
}

/** The memory of a request while its body arrives, besides the body itself; bytes. */
const REQUEST_BYTES = 32 * 1024;

/**
 * Limits the total memory of all request bodies until they are processed. It counts the bytes that
 * have arrived, not the announced length, so that slow clients do not block others. When the memory
 * is full, the oldest bodies of the client that uses the most are refused.
 */
export class BodyMemory {
  /** Body → its bytes, in the order of arrival. */
  private readonly bodies = new Map<Body, number>();
  private taken = 0;

  /**
   * @param size maximum bytes of all bodies
   * @param places maximum number of bodies
   */
  constructor(
    private readonly size: number,
    private readonly places: number,
  ) {}

  /** Adds a body that is about to arrive. Other bodies may be refused to make room. */
  enter(body: Body): void {
    this.bodies.set(body, 0);
    this.makeRoom();
  }

  /** Updates the number of bytes of a body. This body or others may be refused to make room. */
  grow(body: Body, bytes: number): void {
    const before = this.bodies.get(body);
    // A removed body may still receive data for a moment.
    if (before === undefined) return;
    this.taken += bytes - before;
    this.bodies.set(body, bytes);
    this.makeRoom();
  }

  /** Removes a body that is processed or no longer needed. */
  leave(body: Body): void {
    this.taken -= this.bodies.get(body) ?? 0;
    this.bodies.delete(body);
  }

  private get isFull(): boolean {
    return this.taken > this.size || this.bodies.size > this.places;
  }

  private makeRoom(): void {
    while (this.isFull) this.refuseOf(this.greediest());
  }

  private refuseOf(client: string): void {
    for (const [body] of this.bodies) {
      if (!this.isFull) return;
      if (body.client !== client) continue;
      this.leave(body);
      body.refuse();
    }
  }

  /** Returns the client whose requests use the most memory. */
  private greediest(): string {
    const shares = new Map<string, number>();
    for (const [{ client }, bytes] of this.bodies)
      shares.set(client, (shares.get(client) ?? 0) + bytes + REQUEST_BYTES);
    const [[client]] = [...shares].sort(([, one], [, other]) => other - one);
    return client;
  }
}
