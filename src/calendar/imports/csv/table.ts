import { pipeline, Readable } from 'node:stream';
import type * as Csv from 'csv-parse';
import { onDemand } from '../../../platform/shared';
import { yieldToEventLoop } from '../../../platform/validation';
import { type TextFile, unreadable } from '../import-source';

const csv = onDemand<typeof Csv>('csv-parse', __filename);

export interface TableRow {
  /** The number of its last line in the file. */
  line: number;
  cells: readonly string[];
}

const ROW_MAX = 1_000_000;
/** A file with more of them is no table. */
const BROKEN_MAX = 50;
/** Bytes parsed in one turn of the event loop: a millisecond, or 50 if every line is broken. */
const SLICE = 4096;
const DELIMITERS = [',', ';', '\t'];
/** The parser counts CRLF inside quotation marks as two lines. */
const SHORT_CRLF = '\r';

/** A row that cannot be separated into cells. */
export interface BrokenRow {
  line: number;
  reason: string;
  /** Whether the rest of the file cannot be read: the end of a quoted cell is not known. */
  isLast: boolean;
}

/**
 * Reads a table in CSV (RFC 4180), with commas, semicolons or tabs between cells, without rows whose cells are all
 * empty. Other requests are handled between slices of the file.
 *
 * @param unevenMax maximum rows with another number of cells than the header, empty ones too: the parser is slow for
 *   each
 * @throws Problem import-unreadable for a file that is not UTF-8, or has too many broken or uneven rows
 */
export async function* readRows(
  file: TextFile,
  unevenMax = Infinity,
): AsyncGenerator<TableRow | BrokenRow> {
  const chunks = withShortCrlf(textOf(file));
  const first = await chunks.next();
  if (first.done) return;
  const parser = csv().parse({
    delimiter: delimiterOf(first.value),
    info: true,
    max_record_size: ROW_MAX,
    record_delimiter: [SHORT_CRLF, '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    skip_records_with_error: true,
    trim: true,
  });
  let broken: BrokenRow[] = [];
  let brokenTotal = 0;
  let last: BrokenRow | undefined;
  parser.on('skip', (error: Csv.CsvError) => {
    if (last) return;
    const row = brokenRow(error, parser.info.lines);
    if (row.isLast) last = row;
    // Several errors of one row are reported as one.
    if (broken.at(-1)?.line === row.line) broken.pop();
    else brokenTotal++;
    if (brokenTotal <= BROKEN_MAX) broken.push(row);
  });
  const all = (async function* () {
    yield first.value;
    for await (const chunk of chunks) {
      if (last || brokenTotal > BROKEN_MAX || parser.info.invalid_field_length > unevenMax) return;
      yield chunk;
    }
  })();
  pipeline(Readable.from(all), parser, () => undefined);
  for await (const { record, info } of parser as AsyncIterable<{
    record: string[];
    info: { lines: number };
  }>) {
    if (last && info.lines >= last.line) break;
    yield {
      line: info.lines,
      cells: record.map((cell) => cell.replaceAll(SHORT_CRLF, '\r\n')),
    };
    yield* broken;
    broken = [];
  }
  yield* broken;
  if (brokenTotal > BROKEN_MAX)
    throw unreadable(
      `More than ${BROKEN_MAX} rows of the table cannot be read. Save it as "CSV UTF-8".`,
    );
  if (parser.info.invalid_field_length > unevenMax)
    throw unreadable(
      `More than ${unevenMax} rows of the table have another number of cells than its header.`,
    );
}

function brokenRow({ code }: Csv.CsvError, line: number): BrokenRow {
  const reason = REASONS[code] ?? 'has a quotation mark in a cell that does not begin with one';
  return { line, reason, isLast: code in REST_UNREAD };
}

const BEHIND_QUOTE =
  'has a text behind the quotation mark that ends a cell; the rows below it are not read';
/** After these errors the parser reads all further rows as one cell. */
const REST_UNREAD: Partial<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE: BEHIND_QUOTE,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: BEHIND_QUOTE,
  CSV_QUOTE_NOT_CLOSED: 'has a quotation mark without an end',
};

const REASONS: Partial<Record<string, string>> = {
  ...REST_UNREAD,
  CSV_MAX_RECORD_SIZE: `is longer than ${ROW_MAX} characters`,
};

function delimiterOf(text: string): string {
  const [header] = text.split(/[\r\n]/, 1);
  const count = (delimiter: string): number => header.split(delimiter).length;
  return DELIMITERS.toSorted((one, other) => count(other) - count(one))[0];
}

async function* withShortCrlf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of chunks) {
    const text = held + chunk;
    // The LF of a CR at the end may be in the next chunk.
    held = text.endsWith('\r') ? '\r' : '';
    yield text.slice(0, text.length - held.length).replaceAll('\r\n', SHORT_CRLF);
  }
  yield held;
}

async function* textOf(file: TextFile): AsyncGenerator<string> {
  // It removes a byte order mark.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of file.read())
      for (let start = 0; start < chunk.length; start += SLICE) {
        yield decoder.decode(chunk.subarray(start, start + SLICE), { stream: true });
        await yieldToEventLoop();
      }
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw unreadable('The file is not UTF-8. Save it as "CSV UTF-8".');
  }
}
