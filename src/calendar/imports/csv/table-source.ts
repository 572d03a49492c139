import { DateInput, UTC } from '../../../platform/dates';
import { contentLanguage } from '../../../platform/texts';
import { TRANSLATED_COLUMNS, unescapeFormula } from '../../feeds';
import {
  type ImportItem,
  type ImportSource,
  type RejectedItem,
  type TextFile,
  unreadable,
} from '../import-source';
import { withScheme } from '../foreign-values';
import { type CellReader, TABLE_KINDS, type TableKind } from './columns';
import { type BrokenRow, readRows, type TableRow } from './table';
import { DateError, type DateOrder, DateOrders, localDay, tableDate } from './table-dates';

interface Header {
  kind: TableKind;
  /** Folded name of a column → its index. */
  positions: ReadonlyMap<string, number>;
  cells: readonly string[];
  translated: readonly TranslatedColumn[];
}

/** A column with a text in another language. */
interface TranslatedColumn {
  column: string;
  language: string;
  field: string;
}

/** Maximum columns in a note, and characters of each. */
const NAMED_MAX = 20;
const NAME_MAX = 100;

/** So many times as many rows as records may have another number of cells than the header. */
const UNEVEN = 10;

/** A table with the columns of The Events Calendar. */
export class TableSource implements ImportSource {
  readonly notes: string[] = [];
  isComplete = true;
  private order: DateOrder;
  private completed = 0;

  constructor(private readonly file: TextFile) {}

  /** Also finds the order of dates such as 03/01/2027. */
  async count(most: number): Promise<number> {
    const orders = new DateOrders();
    let header: Header | undefined;
    let total = 0;
    for await (const row of this.rows(UNEVEN * most)) {
      if ('reason' in row) {
        total++;
        if (!row.isLast) continue;
        this.isComplete = false;
        this.notes.push(`The file is incomplete: line ${row.line} ${row.reason}.`);
      } else if (!header) header = headerOf(row);
      else {
        total++;
        const cell = cellsOf(row, header);
        for (const name of ['Event Start Date', 'Event End Date']) orders.add(cell(name));
      }
      if (total > most) break;
    }
    if (!header) throw unreadable('The file has no header with the names of the columns.');
    this.notePassedOver(header);
    this.order = orders.order;
    return total;
  }

  /** Excel names the separator in the first line. */
  private async *rows(unevenMax?: number): AsyncGenerator<TableRow | BrokenRow> {
    let isFirst = true;
    for await (const row of readRows(this.file, unevenMax)) {
      const isNamed = 'cells' in row && /^sep=.?$/i.test(row.cells.join(''));
      if (!isFirst || !isNamed) yield row;
      isFirst = false;
    }
  }

  private notePassedOver({ kind, positions, cells, translated }: Header): void {
    const known = new Set([...kind.columns, ...translated.map(({ column }) => column)].map(folded));
    const passed = cells.filter(
      (name, index) =>
        name !== '' && !(known.has(folded(name)) && positions.get(folded(name)) === index),
    );
    if (passed.length === 0) return;
    const shown = passed.slice(0, NAMED_MAX).map((name) => `"${name.slice(0, NAME_MAX)}"`);
    if (passed.length > NAMED_MAX) shown.push(`and ${passed.length - NAMED_MAX} more`);
    this.notes.push(`Columns that are not read: ${shown.join(', ')}.`);
  }

  async *items(): AsyncGenerator<ImportItem | RejectedItem> {
    let header: Header | undefined;
    for await (const row of this.rows())
      if ('reason' in row) yield { at: `line ${row.line}`, reason: row.reason };
      else if (header) yield this.read(row, header);
      else header = headerOf(row);
    if (this.completed > 0)
      this.notes.push(`Websites that were written without https:// got it: ${this.completed}.`);
  }

  private read(row: TableRow, header: Header): ImportItem | RejectedItem {
    const { kind, knownBy, names, required } = header.kind;
    const has = hasIn(header);
    const at = `line ${row.line}`;
    if (row.cells.slice(header.cells.length).some((text) => text !== ''))
      return {
        at,
        reason:
          'has more cells than the header: write cells that contain a separator in quotation marks',
      };
    const cell = cellsOf(row, header);
    const name = cell(required[0]);
    try {
      const { start_date, end_date } = kind === 'events' ? this.timesOf(cell) : {};
      const id = [name, start_date].filter((part) => part !== undefined).join('\n');
      const uid = kind === 'events' ? cell('uid') : '';
      const fields = this.fieldsOf(cell, header);
      return {
        kind,
        // The title has no line breaks, so that no other row has the same text.
        ...(uid === ''
          ? { id, knownBy }
          : { id: `\nuid\n${uid}`, knownBy: 'uid', uid, formerId: id }),
        ...(kind === 'events' && {
          compare: (cells) => {
            const stored: CellReader = (...all) => cellIn(cells, all);
            const times = this.writtenTimes(this.withTimesOf(stored, cell, header), header);
            return { stored: this.fieldsOf(stored, header), fields: { ...fields, ...times } };
          },
        }),
        at,
        fields,
        defaults: {
          ...(!has('status') && { status: 'publish' }),
          ...(!hasEnd(header) && end_date !== undefined && { end_date }),
        },
        names,
      };
    } catch (error) {
      if (!(error instanceof DateError)) throw error;
      return { at, reason: error.message };
    }
  }

  private fieldsOf(cell: CellReader, header: Header): Record<string, unknown> {
    const { kind, fields } = header.kind;
    const times = kind === 'events' ? this.writtenTimes(cell, header) : {};
    const translations = translationsIn(cell, header);
    return { ...this.withScheme(fields(cell, hasIn(header))), ...times, ...translations };
  }

  /** Returns start and end, or only the start if the table has no end. */
  private writtenTimes(cell: CellReader, header: Header): Record<string, unknown> {
    const { end_date, ...start } = this.timesOf(cell);
    return { ...start, ...(hasEnd(header) && { end_date }) };
  }

  /** Adds the times of an event, and the day of its end, to a row of a table without a column for them. */
  private withTimesOf(stored: CellReader, cell: CellReader, header: Header): CellReader {
    const has = hasIn(header);
    const isTimed = (day: string): boolean =>
      DateInput.read(tableDate(day, '', this.order))?.in(UTC)?.hasTime === true;
    return (name) => {
      if (has(name) || !/^Event (?:Start|End) (?:Date|Time)$/.test(name)) return cell(name);
      if (name === 'Event End Date') {
        const isOnDayOfStart = stored(name) === stored('Event Start Date');
        return cell('Event End Time') === '' || isOnDayOfStart ? '' : stored(name);
      }
      const day = cell(name.replace('Time', 'Date'));
      return day === '' || isTimed(day) ? '' : stored(name);
    };
  }

  private withScheme(fields: Record<string, unknown>): Record<string, unknown> {
    if (typeof fields.website !== 'string') return fields;
    const website = withScheme(fields.website);
    if (website !== fields.website) this.completed++;
    return { ...fields, website };
  }

  /** Without an end, an event ends at its start; without an end date, on the day of its start. */
  private timesOf(cell: CellReader): { start_date?: string; end_date?: string } {
    const { order } = this;
    const read = (which: 'Start' | 'End', date: string, time: string): string => {
      try {
        return tableDate(date, time, order);
      } catch (error) {
        if (!(error instanceof DateError)) throw error;
        throw new DateError(error.part, `Event ${which} ${error.part}: ${error.message}`);
      }
    };
    const day = cell('Event Start Date');
    const start = read('Start', day, cell('Event Start Time'));
    const [endDay, endTime] = [cell('Event End Date'), cell('Event End Time')];
    if (endDay === '' && endTime === '') return { start_date: start, end_date: start };
    const end = read('End', endDay || day, endTime);
    return { start_date: start, end_date: isWholeDayOf(end, start) ? start : end };
  }
}

/** At midnight, such an end would be before the start. */
const isWholeDayOf = (end: string, start: string): boolean =>
  DateInput.read(end)?.in(UTC)?.hasTime === false && localDay(end) === localDay(start);

/** @throws Problem import-unreadable for a table without a required column */
function headerOf({ cells }: TableRow): Header {
  const positions = new Map(cells.map((name, index) => [folded(name), index] as const).reverse());
  const kind = TABLE_KINDS.find(({ required: [first] }) => positions.has(folded(first)));
  if (!kind)
    throw unreadable(
      `The table needs a column ${TABLE_KINDS.map(({ required: [first] }) => `"${first}"`).join(' or ')}.`,
    );
  const missing = kind.required.filter((name) => !positions.has(folded(name)));
  if (missing.length > 0) throw unreadable(`The table has no column "${missing.join('", "')}".`);
  return { kind, positions, cells, translated: kind.kind === 'events' ? translatedIn(cells) : [] };
}

/** `Event Name (fr)` is the title in French. */
const TRANSLATED = /^([a-z ]+)\(([a-z\d-]+)\)$/i;

/** Returns the columns with texts in other languages. */
const translatedIn = (cells: readonly string[]): TranslatedColumn[] =>
  cells.flatMap((column) => {
    const [, name = '', tag] = TRANSLATED.exec(column.trim()) ?? [];
    const language = contentLanguage(tag);
    const field = Object.entries(TRANSLATED_COLUMNS).find(
      ([, plain]) => folded(plain) === folded(name),
    )?.[0];
    return language === undefined || field === undefined ? [] : [{ column, language, field }];
  });

function translationsIn(cell: CellReader, { translated }: Header): Record<string, unknown> {
  const translations: Record<string, Record<string, string | null>> = {};
  for (const { column, language, field } of translated)
    (translations[language] ??= {})[field] = cell(column) || null;
  return translated.length === 0 ? {} : { translations };
}

const cellsOf =
  ({ cells }: TableRow, { positions }: Header): CellReader =>
  (...names) => {
    const position = names
      .map((name) => positions.get(folded(name)))
      .find((one) => one !== undefined);
    return position === undefined ? '' : unescapeFormula(cells[position] ?? '');
  };

const cellIn = (cells: ReadonlyMap<string, string>, names: readonly string[]): string =>
  names.map((name) => cells.get(name)).find((cell) => cell !== undefined) ?? '';

const hasIn =
  ({ positions }: Header) =>
  (column: string): boolean =>
    positions.has(folded(column));

const hasEnd = (header: Header): boolean =>
  ['Event End Date', 'Event End Time'].some(hasIn(header));

const folded = (name: string): string => name.trim().toLowerCase();
