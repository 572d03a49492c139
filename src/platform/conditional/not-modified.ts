/** Thrown to end a read with 304, as soon as it is known that the client has the current answer. */
export class NotModified extends Error {
  constructor(readonly etag: string) {
    super('The client has the answer already.');
  }
}
