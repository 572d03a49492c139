import type { RequestContext } from '../../../platform/http/request-context';
import { yieldToEventLoop } from '../../../platform/input';
import type {
  ImportItem,
  ImportSource,
  RejectedItem,
  SeriesItem,
  TextFile,
} from '../import-source';
import { type CalendarComponent, readComponents } from './calendar-reader';
import { CalendarZones } from './calendar-zones';
import { EVENT_PROPERTIES, eventItem } from './event-item';
import { expand } from './occurrences';
import { PropertyError } from './properties';
import { sequenceOf } from './recurrence';
import { NotASeries, seriesItem } from './series-item';

/** The components of one UID. */
interface Group {
  /** The number of its VEVENTs that are still to be read. */
  left: number;
  /** Whether it recurs: it has a rule, dates, or an occurrence of its own. */
  recurs: boolean;
  /** Among components that are no occurrences: the place of the one with the highest SEQUENCE. */
  latest: number;
  sequence: number;
}

const ZONE_PROPERTIES = new Set([
  'TZID',
  'X-LIC-LOCATION',
  'DTSTART',
  'TZOFFSETFROM',
  'TZOFFSETTO',
  'RRULE',
  'RDATE',
]);
const READ = new Set([...EVENT_PROPERTIES, ...ZONE_PROPERTIES]);
const SCANNED = new Set([...ZONE_PROPERTIES, 'UID', 'SEQUENCE', 'RECURRENCE-ID']);

/** The most reasons in the report why recurring events are no series. */
const REASONS_MAX = 20;

/** The events of an iCalendar file (RFC 5545). It is read twice, so that it need not be kept in memory. */
export class CalendarSource implements ImportSource {
  readonly notes: string[] = [];
  isComplete = false;
  private readonly groups = new Map<string, Group>();
  private readonly zones: CalendarZones;
  /** Why recurring events are no series → how many, and the line of the first. */
  private readonly expanded = new Map<string, { count: number; line: number }>();

  private readonly now: Date;

  constructor(
    private readonly file: TextFile,
    { rules, site, now }: RequestContext,
  ) {
    this.zones = new CalendarZones(rules, site.timezone);
    this.now = now;
  }

  /** Finds the components that belong together, and the time zones. */
  async count(): Promise<number> {
    let total = 0;
    for await (const component of this.components(SCANNED)) {
      if (component.name === 'VTIMEZONE') this.zones.add(component);
      if (component.name === 'VEVENT') this.scan(component, total++);
    }
    if (!this.isComplete) this.notes.push('The file is incomplete: END:VCALENDAR is missing.');
    return total;
  }

  async *items(): AsyncGenerator<ImportItem | SeriesItem | RejectedItem> {
    const open = new Map<string, CalendarComponent[]>();
    let place = 0;
    for await (const component of this.components(READ)) {
      if (component.name !== 'VEVENT') continue;
      const uid = uidOf(component);
      const group = this.groups.get(uid);
      const isLatest = group?.latest === place++;
      if (!group) yield rejected(component, undefined, 'UID: is required');
      else {
        group.left--;
        // Each group is needed up to its last VEVENT: in a large file, they take much memory.
        if (group.left === 0) this.groups.delete(uid);
        if (!group.recurs) {
          if (isLatest) yield this.read(component, uid);
          continue;
        }
        const components = open.get(uid) ?? [];
        components.push(component);
        open.set(uid, components);
        if (group.left > 0) continue;
        open.delete(uid);
        await yieldToEventLoop();
        yield* this.recurring(components, uid);
      }
    }
    this.noteExpanded();
  }

  private async *components(properties: ReadonlySet<string>): AsyncGenerator<CalendarComponent> {
    this.isComplete = yield* readComponents(this.file, properties);
  }

  private scan(component: CalendarComponent, place: number): void {
    const uid = uidOf(component);
    if (uid === '') return;
    const { lines } = component;
    const group = this.groups.get(uid) ?? { left: 0, recurs: false, latest: place, sequence: -1 };
    this.groups.set(uid, group);
    group.left++;
    group.recurs ||= ['RRULE', 'RDATE', 'RECURRENCE-ID'].some((name) => lines.has(name));
    const sequence = sequenceOf(component);
    if (sequence < group.sequence) return;
    group.sequence = sequence;
    group.latest = place;
  }

  private read(component: CalendarComponent, uid: string): ImportItem | RejectedItem {
    try {
      return eventItem(component, uid, this.zones, this.now);
    } catch (error) {
      return rejected(component, uid, reasonOf(error), { kind: 'events', id: uid });
    }
  }

  /** Returns a recurring event: a series, or single events if it cannot be one. */
  private *recurring(
    components: readonly CalendarComponent[],
    uid: string,
  ): Generator<ImportItem | SeriesItem | RejectedItem> {
    try {
      const series = this.series(components, uid);
      if (series) yield series;
      else yield* expand(components, uid, this.zones, this.now);
    } catch (error) {
      const known = { kind: 'events' as const, id: uid, group: uid };
      yield rejected(components[0], uid, reasonOf(error), known);
    }
  }

  private series(components: readonly CalendarComponent[], uid: string): SeriesItem | undefined {
    try {
      return seriesItem(components, uid, this.zones, this.now);
    } catch (error) {
      if (!(error instanceof NotASeries)) throw error;
      const same = this.expanded.get(error.message);
      if (same) same.count++;
      else this.expanded.set(error.message, { count: 1, line: components[0].line });
      return undefined;
    }
  }

  private noteExpanded(): void {
    for (const [reason, { count, line }] of [...this.expanded].slice(0, REASONS_MAX))
      this.notes.push(
        `Recurring events that became single events: ${count}, the first at line ${line}, because ${reason}.`,
      );
  }
}

/** The name of a property and its parameters; quoted values of these may have colons. */
const NAME_AND_PARAMETERS = /^(?:"[^"]*"|[^":])*:/;

function uidOf({ lines }: CalendarComponent): string {
  const value = lines.get('UID')?.[0].text.replace(NAME_AND_PARAMETERS, '').trim() ?? '';
  return value.replaceAll(/\\([\\;,])/g, '$1');
}

const rejected = (
  { line }: CalendarComponent,
  uid: string | undefined,
  reason: string,
  known?: RejectedItem['known'],
): RejectedItem => ({ at: `line ${line}`, uid, reason, known });

/** @throws unexpected errors */
function reasonOf(error: unknown): string {
  if (error instanceof PropertyError) return error.message;
  throw error;
}
