import { type TextFile, unreadable } from '../import-source';
import { type ContentLine, ContentLines } from './content-lines';

/** A component with its lines, without those of inner components. */
export interface CalendarComponent {
  /** Upper case: `VEVENT`. */
  name: string;
  /** The number of its first line. */
  line: number;
  /** Upper-case name of a property → its lines. */
  lines: Map<string, ContentLine[]>;
  /** The components in it, such as the STANDARD of a VTIMEZONE. */
  components: CalendarComponent[];
  /** Whether lines were left out, because there are too many. */
  isCut: boolean;
}

const DEPTH_MAX = 10;
/** Maximum characters of the read lines of a component, and maximum components in it. */
const SIZE_MAX = 1_000_000;
const COMPONENTS_MAX = 200;

const BEGIN_OR_END = /^(BEGIN|END):\s*([\w-]{1,50})\s*$/i;
const NAME_END = /[;:]/;
/** A property without a value, which is as good as none. */
const EMPTY = /^[^:"]*:\s*$/;

/**
 * Reads a calendar, one component of VCALENDAR after the other.
 *
 * @param properties the names of the properties that are read; others are skipped
 * @returns whether all components have ended
 * @throws Problem import-unreadable for a file without VCALENDAR, and for one that is not UTF-8
 */
export async function* readComponents(
  file: TextFile,
  properties: ReadonlySet<string>,
): AsyncGenerator<CalendarComponent, boolean> {
  const open: (CalendarComponent & { size: number })[] = [];
  let calendars = 0;
  const lines = new ContentLines();
  const ended = function* (read: Iterable<ContentLine>): Generator<CalendarComponent> {
    for (const line of read) {
      const current = open.at(-1);
      const edge = BEGIN_OR_END.exec(line.text);
      if (!edge) {
        if (current) add(current, line, properties);
        continue;
      }
      const [, mark, inner] = edge;
      if (mark.toUpperCase() === 'BEGIN') {
        if (open.length >= DEPTH_MAX)
          throw unreadable(`Line ${line.number} is nested more than ${DEPTH_MAX} levels deep.`);
        open.push({
          name: inner.toUpperCase(),
          line: line.number,
          lines: new Map(),
          components: [],
          isCut: false,
          size: 0,
        });
      } else {
        const component = open.pop();
        if (component?.name !== inner.toUpperCase())
          throw unreadable(`Line ${line.number} ends ${inner}, which has not begun.`);
        if (component.name === 'VCALENDAR' && open.length === 0) calendars++;
        const parent = open.at(-1);
        if (parent?.name === 'VCALENDAR') yield component;
        else if (parent && parent.components.length < COMPONENTS_MAX)
          parent.components.push(component);
      }
    }
  };
  for await (const chunk of file.read()) yield* ended(lines.add(chunk));
  const last = lines.end();
  if (last) yield* ended([last]);
  const isOpen = open.some(({ name }) => name === 'VCALENDAR');
  if (calendars === 0 && !isOpen) throw unreadable('The file has no VCALENDAR.');
  return open.length === 0;
}

function add(
  component: CalendarComponent & { size: number },
  line: ContentLine,
  properties: ReadonlySet<string>,
): void {
  const end = line.text.search(NAME_END);
  const name = end === -1 ? '' : line.text.slice(0, end).toUpperCase();
  if (!properties.has(name) || EMPTY.test(line.text)) return;
  component.size += line.text.length;
  if (component.size > SIZE_MAX) {
    component.isCut = true;
    return;
  }
  const lines = component.lines.get(name);
  if (lines) lines.push(line);
  else component.lines.set(name, [line]);
}
