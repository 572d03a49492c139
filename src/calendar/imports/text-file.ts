import { createReadStream } from 'node:fs';

/** A text that can be read several times. */
export interface TextFile {
  read(): AsyncIterable<Buffer> | Iterable<Buffer>;
}

export const contentOf = (content: Buffer): TextFile => ({ read: () => [content] });

export const fileAt = (path: string): TextFile => ({
  read: () => createReadStream(path) as AsyncIterable<Buffer>,
});
