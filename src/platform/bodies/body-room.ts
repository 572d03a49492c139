/** The body of a request, until it is used. */
export interface Body {
  /** Whose it is, as `clientAddress` tells it. */
  readonly client: string;
  /** Called when there is no room for it any more. */
  readonly refuse: () => void;
}

/** What else a request takes while its body arrives; bytes. */
const REQUEST_BYTES = 32 * 1024;

/**
 * Bounds the memory that the bodies of requests take together until they are used, by what is there
 * of them, whatever they announce. Who sends slowly stands in nobody's way: when the room is full,
 * the client with the most in it loses its oldest.
 */
export class BodyRoom {
  /** Their bytes, in the order in which they came. */
  private readonly bodies = new Map<Body, number>();
  private taken = 0;

  /**
   * @param size in bytes
   * @param places for so many bodies
   */
  constructor(
    private readonly size: number,
    private readonly places: number,
  ) {}

  /** A body is about to arrive. Others may be refused for it. */
  enter(body: Body): void {
    this.bodies.set(body, 0);
    this.makeRoom();
  }

  /** So much of a body is there by now. It may be refused for it, or others are. */
  grow(body: Body, bytes: number): void {
    const before = this.bodies.get(body);
    // What has left goes on for a moment.
    if (before === undefined) return;
    this.taken += bytes - before;
    this.bodies.set(body, bytes);
    this.makeRoom();
  }

  /** A body is used, or needed no longer. */
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

  /** The client whose requests take the most. */
  private greediest(): string {
    const shares = new Map<string, number>();
    for (const [{ client }, bytes] of this.bodies)
      shares.set(client, (shares.get(client) ?? 0) + bytes + REQUEST_BYTES);
    const [[client]] = [...shares].sort(([, one], [, other]) => other - one);
    return client;
  }
}
