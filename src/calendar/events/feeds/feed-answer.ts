/** The media type of a feed, and what else is said of it besides its text. */
export interface FeedHead {
  /** The whole `Content-Type`. */
  type: string;
  /** `Content-Disposition` (RFC 6266). */
  disposition: string;
  /** The number of events that match, which may be more than are shown. */
  total?: number;
}

/** A feed, as controllers return it. */
export class FeedAnswer {
  constructor(
    readonly head: FeedHead,
    /** Builds the text, when there is memory for it; see `FeedBuilds`. */
    readonly text: () => Promise<string>,
    /** Told of the entity tag of the whole text. */
    readonly onTag: (tag: string) => Promise<void> = () => Promise.resolve(),
  ) {}
}
