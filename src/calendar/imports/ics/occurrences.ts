import type { RequestContext } from '../../../platform/http/request-context';
import type { ImportItem } from '../import-source';
import type { CalendarComponent } from './calendar-reader';
import { type CalendarTime, inZone, instantOf, readTime } from './calendar-times';
import type { CalendarZones } from './calendar-zones';
import { type EventTimes, occurrenceItem, readTimes } from './event-item';
import { parameterOf, properties, property, PropertyError } from './properties';
import { ruleStarts } from './rule-starts';
import { sequenceOf } from './sequence';

/** The most occurrences of one recurring event. */
const OCCURRENCES_MAX = 500;
const MONTHS_AHEAD = 24;

/** A VEVENT that replaces an occurrence, or all from it on. */
interface Override {
  component: CalendarComponent;
  times: EventTimes;
  /** The local start of the occurrence that it replaces. */
  slot: number;
  isForFollowing: boolean;
}

/**
 * Returns the occurrences of a recurring event that are not over, of the next 24 months, 500 at most: each is an
 * event of its own.
 *
 * @param components all VEVENTs with its UID
 * @throws PropertyError
 */
export function* expand(
  components: readonly CalendarComponent[],
  uid: string,
  zones: CalendarZones,
  context: RequestContext,
): Generator<ImportItem> {
  const { rules, site, now } = context;
  const masters = components.filter(({ lines }) => !lines.has('RECURRENCE-ID'));
  const master = latestOf(masters);
  const times = master && readTimes(master, zones, context);
  const zone = times?.start.zone;
  const overrides = new Map<number, Override>();
  for (const component of inOrder(components.filter(({ lines }) => lines.has('RECURRENCE-ID')))) {
    const override = readOverride(component, zone, zones, context);
    overrides.set(override.slot, override);
  }
  const following = [...overrides.values()]
    .filter(({ isForFollowing }) => isForFollowing)
    .sort((one, other) => one.slot - other.slot);
  const until = new Date(now);
  until.setUTCMonth(until.getUTCMonth() + MONTHS_AHEAD);

  const slots = new Set(overrides.keys());
  if (master && times) {
    const excluded = excludedSlots(master, times.start, zones, context);
    for (const slot of slotsOf(master, times, { zones, context, until }))
      if (!excluded(slot)) slots.add(slot);
  }
  let count = 0;
  let latest: Override | undefined;
  for (const slot of [...slots].sort((one, other) => one - other)) {
    while (following.length > 0 && following[0].slot <= slot) latest = following.shift();
    const general = overrides.get(slot) ?? latest;
    const [component, span] = general
      ? [general.component, moved(general.times, slot - general.slot)]
      : [master!, moved(times!, slot - times!.start.wall)];
    const end = instantOf(span.end, rules, site.timezone);
    const start = instantOf(span.start, rules, site.timezone);
    if (end <= now.getTime() || start > until.getTime()) continue;
    if (++count > OCCURRENCES_MAX) return;
    yield occurrenceItem(component, uid, new Date(slot).toISOString().slice(0, 19), span, context);
  }
}

/** Returns the components ordered by SEQUENCE; equal ones stay in the order of the file. */
const inOrder = (components: readonly CalendarComponent[]): CalendarComponent[] =>
  components.toSorted((one, other) => sequenceOf(one) - sequenceOf(other));

const latestOf = (components: readonly CalendarComponent[]): CalendarComponent | undefined =>
  inOrder(components).at(-1);

/** Both ends move on the wall clock. */
const moved = ({ start, end }: EventTimes, by: number): EventTimes => ({
  start: { ...start, wall: start.wall + by },
  end: { ...end, wall: end.wall + by },
});

function readOverride(
  component: CalendarComponent,
  zone: string | undefined,
  zones: CalendarZones,
  context: RequestContext,
): Override {
  const id = property(component, 'RECURRENCE-ID')!;
  const slot = readTime(id, 'RECURRENCE-ID', zones);
  return {
    component,
    times: readTimes(component, zones, context),
    slot: wallIn(slot, zone, context),
    isForFollowing: parameterOf(id, 'range')?.toUpperCase() === 'THISANDFUTURE',
  };
}

/** Returns the local time in the zone of the recurring event. */
const wallIn = (
  time: CalendarTime,
  zone: string | undefined,
  { rules, site }: RequestContext,
): number => inZone(time, zone, rules, site.timezone).wall;

/** Returns whether a slot is excluded; a day without a time excludes every slot of it. */
function excludedSlots(
  master: CalendarComponent,
  { zone }: CalendarTime,
  zones: CalendarZones,
  context: RequestContext,
): (slot: number) => boolean {
  const excluded = new Set<number>();
  const days = new Set<string>();
  for (const exdate of properties(master, 'EXDATE'))
    for (const value of exdate.values) {
      const time = readTime(exdate, 'EXDATE', zones, value);
      excluded.add(wallIn(time, zone, context));
      if (time.isDay) days.add(dayText(time.wall));
    }
  return (slot) => excluded.has(slot) || days.has(dayText(slot));
}

const dayText = (wall: number): string => new Date(wall).toISOString().slice(0, 10);

/** Generates the local starts of a recurring event: DTSTART, its rules and its dates. */
function* slotsOf(
  master: CalendarComponent,
  times: EventTimes,
  { zones, context, until }: { zones: CalendarZones; context: RequestContext; until: Date },
): Generator<number> {
  const { start } = times;
  yield start.wall;
  for (const rdate of properties(master, 'RDATE')) {
    if (rdate.type === 'period') throw new PropertyError('RDATE: periods are not supported');
    for (const value of rdate.values)
      yield wallIn(readTime(rdate, 'RDATE', zones, value), start.zone, context);
  }
  for (const line of master.lines.get('RRULE') ?? [])
    yield* ruleStarts(line.text.slice(line.text.indexOf(':') + 1), times, {
      from: context.now,
      until,
      zone: context.rules.zone(start.zone ?? context.site.timezone),
    });
}
