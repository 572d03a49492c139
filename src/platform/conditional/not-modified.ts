/** Ends a read as soon as it is known that the client has its answer already: 304. */
export class NotModified extends Error {
  constructor(readonly etag: string) {
    super('The client has the answer already.');
  }
}
