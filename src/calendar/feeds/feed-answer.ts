/** The header fields of a feed response. */
export interface FeedHead {
  /** The whole `Content-Type`. */
  type: string;
  /** `Content-Disposition` (RFC 6266). */
  disposition: string;
  /** The number of matching events, which may exceed the number in the feed. */
  total?: number;
}

/** A feed, as returned by controllers. */
export class FeedAnswer {
  constructor(
    readonly head: FeedHead,
    /** Builds the text, when there is memory for it; see `FeedBuilds`. */
    readonly text: () => Promise<string>,
    /** Called with the entity tag of the whole text. */
    readonly onTag: (tag: string) => Promise<void> = () => Promise.resolve(),
  ) {}
}
