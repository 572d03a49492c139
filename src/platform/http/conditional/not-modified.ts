/** Ends a read with a 304 as soon as the client is known to have the current answer. */
export class NotModified extends Error {
  constructor(readonly etag: string) {
    super('The client has the answer already.');
  }
}
