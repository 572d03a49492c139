import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource } from 'typeorm';

/** A server that reads go to: the primary, which takes the writes, or a replica of it. */
export interface ReadServer {
  /** `primary`, or host and port of a replica. */
  readonly name: string;
  readonly dataSource: DataSource;
}

/** The server that reads go to, in all asynchronous work of `Database.readingFrom`. */
export const readServer = new AsyncLocalStorage<ReadServer>();
