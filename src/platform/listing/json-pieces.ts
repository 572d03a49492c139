/** Characters that are encoded at once, unless a single text has more. */
const PIECE = 32 * 1024;

/**
 * A value as JSON in UTF-8, in pieces that have memory of their own. Of a large record no more than one
 * text is in memory as JSON, and a connection that is kept alive, which holds on to the last piece that
 * it has sent, holds on to no more than that.
 *
 * @param before what the first piece begins with
 * @param value plain data, as it is answered
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

/** What `JSON.stringify` makes of the value, from one punctuation mark or text to the next. */
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
