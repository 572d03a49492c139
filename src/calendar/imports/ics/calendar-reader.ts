import { type TextFile, unreadable } from '../import-source';
import { type ContentLine, ContentLines } from './content-lines';

/** Its lines are without those of inner components. */
export interface CalendarComponent {
  /** Upper case: `VEVENT`. */
  name: string;
  /** The number of its first line. */
  line: number;
  /** Upper-case name of a property → its lines. */
  lines: Map<string, ContentLine[]>;
  components: CalendarComponent[];
  /** The VCALENDAR around it; its lines may be incomplete while it is read. */
  calendar?: CalendarComponent;
  /** Whether lines were dropped, because there are too many. */
  isCut: boolean;
  isUnclosed?: boolean;
}

const DEPTH_MAX = 10;
/** Maximum characters of a component. */
const SIZE_MAX = 1_000_000;
/** One more is read, to know that there are more. */
export const COMPONENTS_MAX = 1000;

const BEGIN_OR_END = /^(BEGIN|END):\s*([\w-]{1,50})\s*$/i;
const NAME_END = /[;:]/;
/** Characters searched for the parameters of an enclosed file. */
const HEAD_MAX = 500;
const EMPTY = /^[^:"]*:\s*$/;

/** Where one of these begins, the END of an open one is missing. */
const OUTER = ['VCALENDAR', 'VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE'];
const ENCLOSED = /^(?:ATTACH|IMAGE)\b(?:.*;\s*(?:ENCODING=BASE64|VALUE=BINARY)|[^:]*:data:)/i;

type OpenComponent = CalendarComponent & { size: number };

/**
 * Reads the components of a VCALENDAR one after the other.
 *
 * @param properties the properties to read; others are skipped
 * @returns whether all components have ended
 * @throws Problem import-unreadable for a file without VCALENDAR, and for one that is not UTF-8
 */
export async function* readComponents(
  file: TextFile,
  properties: ReadonlySet<string>,
): AsyncGenerator<CalendarComponent, boolean> {
  const lines = new ContentLines();
  const stack = new ComponentStack(properties);
  for await (const chunk of file.read())
    for (const line of lines.add(chunk)) for (const component of stack.add(line)) yield component;
  const last = lines.end();
  if (last) yield* stack.add(last);
  if (!stack.hasCalendar) throw unreadable('The file has no VCALENDAR.');
  return stack.isClosed;
}

class ComponentStack {
  hasCalendar = false;
  private readonly open: OpenComponent[] = [];

  constructor(private readonly properties: ReadonlySet<string>) {}

  get isClosed(): boolean {
    return this.open.length === 0;
  }

  /** Yields the components of VCALENDAR that end with a line, also those whose END is missing. */
  *add(line: ContentLine): Generator<CalendarComponent> {
    const [, mark, written] = BEGIN_OR_END.exec(line.text) ?? [];
    if (mark === undefined) {
      const current = this.open.at(-1);
      if (current) addProperty(current, line, this.properties);
      return;
    }
    const name = written.toUpperCase();
    if (mark.toUpperCase() === 'BEGIN') {
      if (OUTER.includes(name)) yield* this.closeUntil((one) => one === 'VCALENDAR');
      this.begin(name, line.number);
    } else {
      if (!this.open.some((one) => one.name === name))
        throw unreadable(`Line ${line.number} ends ${written}, which has not begun.`);
      yield* this.closeUntil((one) => one === name);
      yield* this.close();
    }
  }

  private begin(name: string, line: number): void {
    if (this.open.length >= DEPTH_MAX)
      throw unreadable(`Line ${line} is nested more than ${DEPTH_MAX} levels deep.`);
    this.hasCalendar ||= name === 'VCALENDAR';
    const calendar = this.open.findLast((one) => one.name === 'VCALENDAR');
    const rest = { lines: new Map(), components: [], isCut: false, size: 0 };
    this.open.push({ name, line, calendar, ...rest });
  }

  private *closeUntil(isOuter: (name: string) => boolean): Generator<CalendarComponent> {
    while (this.open.length > 0 && !isOuter(this.open[this.open.length - 1].name)) {
      this.open[this.open.length - 1].isUnclosed = true;
      yield* this.close();
    }
  }

  private *close(): Generator<CalendarComponent> {
    const component = this.open.pop()!;
    const parent = this.open.at(-1);
    if (parent?.name === 'VCALENDAR' && component.name !== 'VCALENDAR') yield component;
    else if (parent && parent.components.length <= COMPONENTS_MAX)
      parent.components.push(component);
  }
}

function addProperty(
  component: OpenComponent,
  line: ContentLine,
  properties: ReadonlySet<string>,
): void {
  const end = line.text.search(NAME_END);
  const name = end === -1 ? '' : line.text.slice(0, end).toUpperCase();
  if (!properties.has(name) || ENCLOSED.test(line.text.slice(0, HEAD_MAX))) return;
  // An empty RECURRENCE-ID must not make an occurrence an event of its own.
  if (EMPTY.test(line.text) && name !== 'RECURRENCE-ID') return;
  component.size += line.text.length;
  if (component.size > SIZE_MAX) {
    component.isCut = true;
    return;
  }
  const lines = component.lines.get(name);
  if (lines) lines.push(line);
  else component.lines.set(name, [line]);
}
