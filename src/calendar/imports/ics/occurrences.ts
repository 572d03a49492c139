import type { ImportItem } from '../import-source';
import type { CalendarComponent } from './calendar-reader';
import { type EventTimes, instantOf, inZone, readTimes, wallText } from './calendar-times';
import type { CalendarZones } from './calendar-zones';
import { occurrenceItem } from './event-item';
import { PropertyError } from './properties';
import {
  excludedDates,
  furtherDates,
  type Override,
  readOverride,
  recurrenceOf,
  rulesOf,
} from './recurrence';
import { RuleBudget } from './split-rule';
import { ruleStarts } from './rule-starts';

/** The most occurrences of one recurring event. */
const OCCURRENCES_MAX = 500;
const MONTHS_AHEAD = 24;
/** The most rules of one recurring event. */
const RULES_MAX = 20;

interface PlacedOverride extends Override {
  /** The local start of the occurrence that it replaces. */
  slot: number;
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
  now: Date,
): Generator<ImportItem> {
  const { master, overrides: replacing } = recurrenceOf(components);
  const times = master && readTimes(master, zones);
  const zone = times?.start.zone;
  const overrides = new Map<number, PlacedOverride>();
  for (const component of replacing) {
    const override = readOverride(component, zones);
    const slot = inZone(override.id, zone, zones).wall;
    overrides.set(slot, { ...override, slot });
  }
  const following = [...overrides.values()]
    .filter(({ isForFollowing }) => isForFollowing)
    .sort((one, other) => one.slot - other.slot);
  const until = new Date(now);
  until.setUTCMonth(until.getUTCMonth() + MONTHS_AHEAD);

  // The local start of each occurrence, and its times if it has others than the first one.
  const slots = new Map<number, EventTimes | undefined>();
  if (master && times) addSlots(slots, master, times, { from: now, until }, zones);
  for (const slot of overrides.keys()) slots.set(slot, undefined);
  let count = 0;
  let latest: PlacedOverride | undefined;
  for (const [slot, own] of [...slots].sort(([one], [other]) => one - other)) {
    while (following.length > 0 && following[0].slot <= slot) latest = following.shift();
    const general = overrides.get(slot) ?? latest;
    const [component, span] = general
      ? [general.component, moved(general.times, slot - general.slot)]
      : [master!, own ?? moved(times!, slot - times!.start.wall)];
    const end = instantOf(span.end, zones);
    const start = instantOf(span.start, zones);
    if (end <= now.getTime() || start > until.getTime()) continue;
    if (++count > OCCURRENCES_MAX) return;
    yield occurrenceItem(component, uid, new Date(slot).toISOString().slice(0, 19), span, now);
  }
}

/** Both ends move on the wall clock. */
const moved = ({ start, end }: EventTimes, by: number): EventTimes => ({
  start: { ...start, wall: start.wall + by },
  end: { ...end, wall: end.wall + by },
});

/** Adds the starts of a recurring event: DTSTART, its rules and its dates, without what is excluded. */
function addSlots(
  slots: Map<number, EventTimes | undefined>,
  master: CalendarComponent,
  times: EventTimes,
  reach: { from: Date; until: Date },
  zones: CalendarZones,
): void {
  const { start } = times;
  const range = { ...reach, zone: zones.of(start.zone) };
  const [given, taken] = [rulesOf(master, 'RRULE'), rulesOf(master, 'EXRULE')];
  if (given.length + taken.length > RULES_MAX)
    throw new PropertyError(`RRULE: has more than ${RULES_MAX} rules, with those of EXRULE`);
  const budget = new RuleBudget();
  slots.set(start.wall, undefined);
  for (const rule of given)
    for (const slot of ruleStarts(rule, times, range, budget)) slots.set(slot, undefined);
  for (const date of furtherDates(master, zones))
    slots.set(inZone(date.start, start.zone, zones).wall, date.times);
  for (const rule of taken)
    for (const slot of ruleStarts(rule, times, range, budget)) slots.delete(slot);
  const days = new Set<string>();
  for (const { wall, isDay } of excludedDates(master, start.zone, zones)) {
    slots.delete(wall);
    if (isDay) days.add(dayText(wall));
  }
  if (days.size > 0)
    for (const slot of slots.keys()) if (days.has(dayText(slot))) slots.delete(slot);
}

const dayText = (wall: number): string => wallText({ wall, isDay: true });
