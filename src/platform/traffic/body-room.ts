/** The body of a request, while it arrives and while it is in use. */
export interface Body {
  /** Whose it is, as `clientAddress` tells it. */
  readonly client: string;
  /** What is there of it. */
  bytes: number;
  /** Called when there is no room for it any more. */
  readonly refuse: () => void;
}

/**
 * Bounds the memory that the bodies of requests take together, by what is there of them, whatever
 * they announce. Who sends slowly stands in nobody's way: when the room is full, the client with
 * the most on its way loses its oldest.
 */
export class BodyRoom {
  /** In the order of their first bytes. */
  private readonly arriving = new Set<Body>();
  private taken = 0;

  /** @param size in bytes */
  constructor(private readonly size: number) {}

  /** More of a body is there. It may be refused for it, or others are. */
  grow(body: Body, bytes: number): void {
    this.taken += bytes - body.bytes;
    body.bytes = bytes;
    this.arriving.add(body);
    while (this.taken > this.size && this.arriving.size > 0) this.refuseOf(this.greediest());
  }

  /** A body is there as a whole, and will be used. */
  arrived(body: Body): void {
    this.arriving.delete(body);
  }

  /** A body is needed no longer. */
  leave(body: Body): void {
    this.arriving.delete(body);
    this.taken -= body.bytes;
    body.bytes = 0;
  }

  private refuseOf(client: string): void {
    for (const body of this.arriving) {
      if (this.taken <= this.size) return;
      if (body.client !== client) continue;
      this.leave(body);
      body.refuse();
    }
  }

  /** The client with the most bytes on their way. */
  private greediest(): string {
    const shares = new Map<string, number>();
    for (const { client, bytes } of this.arriving)
      shares.set(client, (shares.get(client) ?? 0) + bytes);
    const [[client]] = [...shares].sort(([, one], [, other]) => other - one);
    return client;
  }
}
