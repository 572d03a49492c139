import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { Logger, StreamableFile } from '@nestjs/common';
import type { FieldSelection } from '../sparse-fields';
import type { ListAnswer } from './list-answer';
import type { Parts } from './parts';

const logger = new Logger('Lists');

/** Characters per chunk; a single text may be longer. */
const PIECE = 32 * 1024;

/**
 * Streams a list as JSON; its records are loaded one part at a time.
 *
 * @throws any error of loading the first record; a later error closes the connection in the middle
 * of the answer, so that the client sees that it is incomplete
 */
export async function streamList(
  records: Parts<unknown>,
  list: ListAnswer,
  fields: FieldSelection,
): Promise<StreamableFile> {
  const pieces = piecesOf(records, list, fields);
  // The sender pulls the chunks outside of the request's async context.
  const inRequest = AsyncLocalStorage.snapshot();
  const next = (): Promise<IteratorResult<Buffer, void>> => inRequest(() => pieces.next());
  const stream = Readable.from(startingWith(await next(), next), { objectMode: false });
  return new StreamableFile(stream, { type: 'application/json; charset=utf-8' })
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

async function* startingWith(
  first: IteratorResult<Buffer, void>,
  next: () => Promise<IteratorResult<Buffer, void>>,
): AsyncGenerator<Buffer, void, undefined> {
  for (let piece = first; piece.done !== true; piece = await next()) yield piece.value;
}

/**
 * Encodes a value as JSON in UTF-8, in chunks with their own memory. Of a large record, only one
 * text at a time is in memory as JSON. A kept-alive connection holds on to the last chunk only.
 *
 * @param before the beginning of the first chunk
 * @param value plain data of an answer
 */
export function* encoded(before: string, value: unknown): Generator<Buffer, void, undefined> {
  let text = before;
  for (const part of partsOf(value)) {
    text += part;
    if (text.length < PIECE) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

/** Yields the JSON of the value, split before each punctuation mark and text. */
function* partsOf(value: unknown): Generator<string, void, undefined> {
  if (typeof value !== 'object' || value === null) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) {
    let before = '[';
    for (const entry of value) {
      yield before;
      yield* partsOf(entry);
      before = ',';
    }
    yield before === '[' ? '[]' : ']';
  } else {
    let before = '{';
    for (const [key, entry] of Object.entries(value)) {
      if (entry === undefined) continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* partsOf(entry);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  }
}
