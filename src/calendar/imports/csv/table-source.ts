import {
  type ImportItem,
  type ImportSource,
  type RejectedItem,
  type TextFile,
  unreadable,
} from '../import-source';
import { withScheme } from '../foreign-values';
import { type CellReader, TABLE_KINDS, type TableKind } from './columns';
import { readRows, type TableRow } from './table';
import { DateError, type DateOrder, DateOrders, tableDate } from './table-dates';

/** The columns of a table. */
interface Header {
  kind: TableKind;
  /** Folded name of a column → its index. */
  places: ReadonlyMap<string, number>;
  /** The number of its cells. */
  width: number;
}

/** The records in a table with the columns of The Events Calendar. It is read twice, as `CalendarSource`. */
export class TableSource implements ImportSource {
  readonly notes: string[] = [];
  isComplete = true;
  private order: DateOrder;
  /** The number of websites without `https://`. */
  private completed = 0;

  constructor(private readonly file: TextFile) {}

  /** Counts the rows, and finds out in which order dates such as 03/01/2027 are written. */
  async count(most: number): Promise<number> {
    const orders = new DateOrders();
    let header: Header | undefined;
    let total = 0;
    for await (const row of readRows(this.file)) {
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
    this.order = orders.order;
    return total;
  }

  async *items(): AsyncGenerator<ImportItem | RejectedItem> {
    let header: Header | undefined;
    for await (const row of readRows(this.file))
      if ('reason' in row) yield { at: `line ${row.line}`, reason: row.reason };
      else if (header) yield this.read(row, header);
      else header = headerOf(row);
    if (this.completed > 0)
      this.notes.push(`Websites that were written without https:// got it: ${this.completed}.`);
  }

  private read(row: TableRow, header: Header): ImportItem | RejectedItem {
    const { kind, knownBy, names, required, fields } = header.kind;
    const at = `line ${row.line}`;
    if (row.cells.slice(header.width).some((text) => text !== ''))
      return {
        at,
        reason:
          'has more cells than the header: write cells that contain a separator in quotation marks',
      };
    const cell = cellsOf(row, header);
    const name = cell(required[0]);
    try {
      const times = kind === 'events' ? this.timesOf(cell) : {};
      const id = [name, times.start_date].filter((part) => part !== undefined).join('\n');
      const read = fields(cell);
      return {
        kind,
        id,
        knownBy,
        at,
        fields: { ...read, ...times, website: this.website(read) },
        names,
      };
    } catch (error) {
      if (!(error instanceof DateError)) throw error;
      return { at, reason: error.message };
    }
  }

  private website({ website }: Record<string, unknown>): string {
    const sent = String(website);
    const address = withScheme(sent);
    if (address !== sent) this.completed++;
    return address;
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
    return { start_date: start, end_date: read('End', endDay || day, endTime) };
  }
}

/** @throws Problem import-unreadable for a table without a required column */
function headerOf({ cells }: TableRow): Header {
  const places = new Map(cells.map((name, place) => [folded(name), place] as const).reverse());
  const kind = TABLE_KINDS.find(({ required: [first] }) => places.has(folded(first)));
  if (!kind)
    throw unreadable(
      `The table needs a column ${TABLE_KINDS.map(({ required: [first] }) => `"${first}"`).join(' or ')}.`,
    );
  const missing = kind.required.filter((name) => !places.has(folded(name)));
  if (missing.length > 0) throw unreadable(`The table has no column "${missing.join('", "')}".`);
  return { kind, places, width: cells.length };
}

const cellsOf =
  ({ cells }: TableRow, { places }: Header): CellReader =>
  (...names) => {
    const place = names.map((name) => places.get(folded(name))).find((one) => one !== undefined);
    return place === undefined ? '' : (cells[place] ?? '');
  };

const folded = (name: string): string => name.trim().toLowerCase();
