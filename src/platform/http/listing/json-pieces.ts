/** Characters per chunk; a single text may be longer. */
const PIECE = 32 * 1024;

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
