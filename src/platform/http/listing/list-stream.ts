import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { Logger, StreamableFile } from '@nestjs/common';
import type { FieldSelection } from '../sparse-fields';
import { encoded } from './json-pieces';
import type { ListAnswer } from './list-answer';
import type { Parts } from './parts';

const logger = new Logger('Lists');

/**
 * Streams a list as JSON; its records are loaded one part at a time.
 *
 * @throws any error of loading the first record; see `streamPieces`
 */
export const streamList = (
  records: Parts<unknown>,
  list: ListAnswer,
  fields: FieldSelection,
): Promise<StreamableFile> =>
  streamPieces(piecesOf(records, list, fields), 'application/json; charset=utf-8');

/**
 * Streams an answer in chunks.
 *
 * @param type the media type
 * @throws any error of the first chunk; a later error closes the connection in the middle of the
 * answer, so that the client sees that it is incomplete
 */
async function streamPieces(
  pieces: AsyncGenerator<Buffer, void, undefined>,
  type: string,
): Promise<StreamableFile> {
  // The sender pulls the chunks outside of the request's async context.
  const inRequest = AsyncLocalStorage.snapshot();
  const next = (): Promise<IteratorResult<Buffer, void>> => inRequest(() => pieces.next());
  const stream = Readable.from(startingWith(await next(), next), { objectMode: false });
  return new StreamableFile(stream, { type })
    .setErrorLogger((error) => logger.error(error))
    .setErrorHandler((_error, response) => void (response as { destroy?(): void }).destroy?.());
}

async function* piecesOf(
  records: Parts<unknown>,
  { resource, rest }: ListAnswer,
  fields: FieldSelection,
): AsyncGenerator<Buffer, void, undefined> {
  let before = `{${JSON.stringify(resource)}:[`;
  for (const part of records.parts)
    for (const record of await part.load()) {
      yield* encoded(before, fields.of(resource).pick(record));
      before = ',';
    }
  const after = JSON.stringify(fields.pick(rest)).slice(1);
  yield Buffer.from(`${before === ',' ? '' : before}]${after === '}' ? '' : ','}${after}`);
}

async function* startingWith<T>(
  first: IteratorResult<T, void>,
  next: () => Promise<IteratorResult<T, void>>,
): AsyncGenerator<T, void, undefined> {
  for (let piece = first; piece.done !== true; piece = await next()) yield piece.value;
}
