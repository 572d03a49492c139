import type { WallClock, ZoneRules } from '../../../platform/dates';
import type { EventLinks } from '../../links';
import type { EventSchedule } from '../schedule/event-schedule';
import type { Series, SeriesRow } from './series.entity';
import { readStoredRule, scheduleOfSlot, type SeriesSet, storedRule } from './set';

/** The columns of a series that its set is stored in. */
type SetColumns = Pick<
  Series,
  'rule' | 'start_date' | 'end_date' | 'all_day' | 'timezone' | 'rdates' | 'exdates'
>;

/** The columns of a series that are neither generated nor derived from the others. */
export type SeriesValues = Omit<Series, 'id' | 'version' | 'title_key' | 'search_text'>;

/** A series before or after a write. */
export interface SeriesState {
  values: SeriesValues;
  links: EventLinks;
  set: SeriesSet;
}

/** A series as stored. */
export interface StoredSeries extends SeriesState {
  values: Series;
}

/** Returns the set of a series. A zone of a later release is read as that of the same name in UTC. */
export function setOf(columns: SetColumns, rules: ZoneRules): SeriesSet {
  return {
    rule: readStoredRule(columns.rule),
    start: columns.start_date,
    end: columns.end_date,
    allDay: columns.all_day,
    zone: rules.find(columns.timezone) ?? rules.zone('UTC'),
    rdates: columns.rdates,
    exdates: columns.exdates,
  };
}

/** Returns the set of a series that was read as a raw row. */
export const setOfRow = (row: SeriesRow, rules: ZoneRules): SeriesSet =>
  setOf(
    {
      ...row,
      all_day: row.all_day === 1,
      rdates: JSON.parse(row.rdates) as WallClock[],
      exdates: JSON.parse(row.exdates) as WallClock[],
    },
    rules,
  );

/** Returns the columns of a set that have no column in the template. */
export const setColumns = (set: SeriesSet): Pick<Series, 'rule' | 'rdates' | 'exdates'> => ({
  rule: storedRule(set.rule),
  rdates: [...set.rdates],
  exdates: [...set.exdates],
});

/** Returns the dates of a series: the first slot as the rule has it, even if the clocks skip it that day. */
export const scheduleOfSet = (set: SeriesSet): EventSchedule => ({
  ...scheduleOfSlot(set, set.start),
  start_date: set.start,
  end_date: set.end,
});
