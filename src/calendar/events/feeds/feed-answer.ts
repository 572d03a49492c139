/** The media type of a feed, and what else is said of it besides its text. */
export interface FeedHead {
  /** The whole `Content-Type`. */
  type: string;
  /** `Content-Disposition` (RFC 6266). */
  disposition: string;
  /** The number of events that match, which may be more than are shown. */
  total?: number;
}

/** The text of a feed, which `FeedInterceptor` sends. */
export interface FeedText {
  /** The approximate size of the events that are in memory together; undefined: of all of them. */
  octets?: number;
  /** The text in order; each piece is made when the one before has been sent. */
  pieces: () => AsyncGenerator<string, void, undefined>;
}

/** A feed, as controllers return it. */
export class FeedAnswer {
  constructor(
    readonly head: FeedHead,
    readonly text: FeedText,
    /** Told of the entity tag of the whole text. */
    readonly onTag: (tag: string) => Promise<void> = () => Promise.resolve(),
  ) {}
}
