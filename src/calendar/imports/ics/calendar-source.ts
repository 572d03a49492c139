import type { RequestContext } from '../../../platform/http/context';
import { yieldToEventLoop } from '../../../platform/validation';
import type {
  ImportItem,
  ImportSource,
  RejectedItem,
  SeriesItem,
  TextFile,
} from '../import-source';
import { type CalendarComponent, readComponents } from './calendar-reader';
import { CalendarZones } from './calendar-zones';
import { EVENT_PROPERTIES, eventItem, type Reading } from './event-item';
import { expand } from './occurrences';
import { PropertyError } from './properties';
import { readRecurrence, type Recurrence, sequenceOf } from './recurrence';
import { NotASeries, seriesItem } from './series-item';

/** The components of one UID, or without UID of one start and title. */
interface Group {
  /** VEVENTs that are still to be read. */
  remaining: number;
  /** Whether it has a rule, dates, or an occurrence of its own. */
  recurs: boolean;
  /** The index of the component with the highest SEQUENCE that is no occurrence. */
  latest: number;
  sequence: number;
  /** Components that are no occurrences; only one of them counts. */
  masters: number;
}

const ZONE_PROPERTIES = new Set([
  'TZID',
  'X-LIC-LOCATION',
  'X-WR-TIMEZONE',
  'DTSTART',
  'TZOFFSETFROM',
  'TZOFFSETTO',
  'RRULE',
  'RDATE',
]);
const READ = new Set([...EVENT_PROPERTIES, ...ZONE_PROPERTIES]);
const SCANNED = new Set([
  ...ZONE_PROPERTIES,
  'UID',
  'SUMMARY',
  'SEQUENCE',
  'RECURRENCE-ID',
  'DTEND',
  'EXDATE',
]);

/** Maximum reasons in the report why recurring events are no series. */
const REASONS_MAX = 20;

export class CalendarSource implements ImportSource {
  readonly notes: string[] = [];
  isComplete = false;
  private readonly groups = new Map<string, Group>();
  private readonly reading: Reading;
  /** Reason why recurring events are no series → how many, and the line of the first. */
  private readonly expanded = new Map<string, { count: number; line: number }>();
  /** Components that are left out, because others of the same event count. */
  private replaced = 0;

  constructor(
    private readonly file: TextFile,
    { rules, site, now }: RequestContext,
    untitled = '(no title)',
  ) {
    const zones = new CalendarZones(rules, site.timezone);
    this.reading = { zones, now, untitled, notes: { longLinks: 0 } };
  }

  async count(): Promise<number> {
    const { zones } = this.reading;
    let total = 0;
    for await (const component of this.components(SCANNED)) {
      if (component.name === 'VTIMEZONE') zones.add(component);
      if (component.name === 'VEVENT') this.scan(component, total++);
    }
    await zones.recognise();
    for (const { masters } of this.groups.values()) this.replaced += Math.max(0, masters - 1);
    if (!this.isComplete) this.notes.push('The file is incomplete: END:VCALENDAR is missing.');
    return total;
  }

  async *items(): AsyncGenerator<ImportItem | SeriesItem | RejectedItem> {
    const open = new Map<string, CalendarComponent[]>();
    let index = 0;
    for await (const component of this.components(READ)) {
      if (component.name !== 'VEVENT') continue;
      const id = idOf(component);
      const group = this.groups.get(id)!;
      const isLatest = group.latest === index++;
      group.remaining--;
      // Each group is needed up to its last VEVENT: in a large file, they take much memory.
      if (group.remaining === 0) this.groups.delete(id);
      if (!group.recurs) {
        if (isLatest) yield this.read(component, id);
        continue;
      }
      const components = open.get(id) ?? [];
      components.push(component);
      open.set(id, components);
      if (group.remaining > 0) continue;
      open.delete(id);
      yield* this.recurring(components, id);
    }
    this.addNotes();
  }

  private async *components(properties: ReadonlySet<string>): AsyncGenerator<CalendarComponent> {
    this.isComplete = yield* readComponents(this.file, properties);
  }

  private scan(component: CalendarComponent, index: number): void {
    const id = idOf(component);
    const { lines } = component;
    const group = this.groups.get(id) ?? {
      remaining: 0,
      recurs: false,
      latest: index,
      sequence: -1,
      masters: 0,
    };
    this.groups.set(id, group);
    group.remaining++;
    group.recurs ||= ['RRULE', 'RDATE', 'RECURRENCE-ID'].some((name) => lines.has(name));
    if (!lines.has('RECURRENCE-ID')) group.masters++;
    this.addYears(component);
    const sequence = sequenceOf(component);
    if (sequence < group.sequence) return;
    group.sequence = sequence;
    group.latest = index;
  }

  private addYears(component: CalendarComponent): void {
    try {
      this.reading.zones.addYears(component);
    } catch (error) {
      // It is rejected when it is imported.
      if (!(error instanceof PropertyError)) throw error;
    }
  }

  private read(component: CalendarComponent, id: string): ImportItem | RejectedItem {
    const uid = uidOf(component);
    this.reading.zones.enter(component.calendar);
    try {
      const item = eventItem(component, { id, uid }, this.reading);
      return uid === undefined ? { ...item, knownBy: 'start and title' } : item;
    } catch (error) {
      const known = knownAs(uid, { id });
      return { at: `line ${component.line}`, uid, reason: reasonOf(error), known };
    }
  }

  /** @returns a series, or single events if it cannot be one */
  private async *recurring(
    components: readonly CalendarComponent[],
    id: string,
  ): AsyncGenerator<ImportItem | SeriesItem | RejectedItem> {
    await yieldToEventLoop();
    const [{ calendar, line }] = components;
    const uid = uidOf(components[0]);
    this.reading.zones.enter(calendar);
    try {
      const { recurrence, rejected } = await readRecurrence(components, { id, uid }, this.reading);
      yield* rejected;
      const series = this.series(recurrence);
      if (series) yield series;
      else yield* expand(recurrence, this.reading);
    } catch (error) {
      const known = knownAs(uid, { id, group: id });
      yield { at: `line ${line}`, uid, reason: reasonOf(error), known };
    }
  }

  private series(recurrence: Recurrence): SeriesItem | undefined {
    try {
      return seriesItem(recurrence, this.reading);
    } catch (error) {
      if (!(error instanceof NotASeries)) throw error;
      const same = this.expanded.get(error.message);
      if (same) same.count++;
      else this.expanded.set(error.message, { count: 1, line: recurrence.line });
      return undefined;
    }
  }

  private addNotes(): void {
    for (const [reason, { count, line }] of [...this.expanded].slice(0, REASONS_MAX))
      this.notes.push(
        `Recurring events that became single events: ${count}, the first at line ${line}, because ${reason}.`,
      );
    if (this.replaced > 0)
      this.notes.push(
        `VEVENTs that were left out, because another one with the same UID counts: ${this.replaced}.`,
      );
    const { longLinks } = this.reading.notes;
    if (longLinks > 0)
      this.notes.push(`Links that were left out, because they are too long: ${longLinks}.`);
  }
}

/** Quoted values of parameters may have colons. */
const NAME_AND_PARAMETERS = /^(?:"[^"]*"|[^":])*:/;

const valueOf = ({ lines }: CalendarComponent, name: string): string =>
  lines.get(name)?.[0].text.replace(NAME_AND_PARAMETERS, '').trim() ?? '';

function uidOf(component: CalendarComponent): string | undefined {
  return valueOf(component, 'UID').replaceAll(/\\([\\;,])/g, '$1') || undefined;
}

/** @returns what identifies an event without UID */
const idOf = (component: CalendarComponent): string =>
  uidOf(component) ?? ['', valueOf(component, 'DTSTART'), valueOf(component, 'SUMMARY')].join('\n');

/** Returns the id of a rejected event. Without a UID it is uncertain, since its start or title may be wrong. */
const knownAs = (
  uid: string | undefined,
  ids: Pick<ImportItem, 'id' | 'group'>,
): RejectedItem['known'] => (uid === undefined ? undefined : { kind: 'events', ...ids });

function reasonOf(error: unknown): string {
  if (error instanceof PropertyError) return error.message;
  throw error;
}
