import type { ImportItem } from '../import-source';
import { type EventTimes, instantOf, shownTimeFields, wallText } from './calendar-times';
import { NAMES, type Reading, uidField } from './event-item';
import { PropertyError } from './properties';
import { type Master, type Override, type Recurrence, rulesOf } from './recurrence';
import { RuleBudget } from './split-rule';
import { ruleStarts } from './rule-starts';

const OCCURRENCES_MAX = 500;
const MONTHS_AHEAD = 24;
const RULES_MAX = 20;

/**
 * Returns the occurrences of the next 24 months that are not over, 500 at most, as single events.
 *
 * @throws PropertyError
 */
export function* expand(
  { id, uid, master, overrides: replacing }: Recurrence,
  { zones, now }: Reading,
): Generator<ImportItem> {
  const overrides = new Map<number, Override>(replacing.map((one) => [one.id.wall, one]));
  const following = [...overrides.values()]
    .filter(({ isForFollowing }) => isForFollowing)
    .sort((one, other) => one.id.wall - other.id.wall);
  const until = new Date(now);
  until.setUTCMonth(until.getUTCMonth() + MONTHS_AHEAD);

  // The local start of each occurrence, and its times if they differ from those of the first one.
  const slots = new Map<number, EventTimes | undefined>();
  if (master) addSlots(slots, master, { from: now, until });
  for (const slot of overrides.keys()) slots.set(slot, undefined);
  let count = 0;
  let latest: Override | undefined;
  for (const [slot, own] of [...slots].sort(([one], [other]) => one - other)) {
    while (following.length > 0 && following[0].id.wall <= slot) latest = following.shift();
    const general = overrides.get(slot) ?? latest;
    const { component, fields } = general ?? master!;
    const times = general
      ? moved(general.times, slot - general.id.wall)
      : (own ?? moved(master!.times, slot - master!.times.start.wall));
    if (instantOf(times.end) <= now.getTime() || instantOf(times.start) > until.getTime()) continue;
    if (++count > OCCURRENCES_MAX) return;
    yield {
      kind: 'events',
      id: `${id}\n${new Date(slot).toISOString().slice(0, 19)}`,
      group: id,
      groupUid: uidField(uid).uid,
      at: `line ${component.line}`,
      uid,
      fields: { ...fields, ...shownTimeFields(times, zones) },
      names: NAMES,
    };
  }
}

const moved = ({ start, end }: EventTimes, by: number): EventTimes => ({
  start: { ...start, wall: start.wall + by },
  end: { ...end, wall: end.wall + by },
});

/** Adds DTSTART, and the starts of the rules and dates, without those that are excluded. */
function addSlots(
  slots: Map<number, EventTimes | undefined>,
  master: Master,
  reach: { from: Date; until: Date },
): void {
  const { times } = master;
  const range = { ...reach, zone: times.start.zone };
  const [given, taken] = [rulesOf(master, 'RRULE'), rulesOf(master, 'EXRULE')];
  if (given.length + taken.length > RULES_MAX)
    throw new PropertyError(`RRULE: has more than ${RULES_MAX} rules, with those of EXRULE`);
  const budget = new RuleBudget();
  slots.set(times.start.wall, undefined);
  for (const rule of given)
    for (const slot of ruleStarts(rule, times, range, budget)) slots.set(slot, undefined);
  for (const date of master.further) slots.set(date.start.wall, date.times);
  for (const rule of taken)
    for (const slot of ruleStarts(rule, times, range, budget)) slots.delete(slot);
  const days = new Set<string>();
  for (const { wall, isDay } of master.excluded) {
    slots.delete(wall);
    if (isDay) days.add(dayText(wall));
  }
  if (days.size > 0)
    for (const slot of slots.keys()) if (days.has(dayText(slot))) slots.delete(slot);
}

const dayText = (wall: number): string => wallText({ wall, isDay: true });
