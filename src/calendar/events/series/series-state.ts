import type { WallClock, ZoneRules } from '../../../platform/dates';
import type { EventLinks } from '../../links';
import type { EventSchedule } from '../schedule/event-schedule';
import type { Series, SeriesRow } from './series.entity';
import { readStoredRule, scheduleOfSlot, type SeriesSet, storedRule } from './set';

type SetColumns = Pick<
  Series,
  'rule' | 'start_date' | 'end_date' | 'all_day' | 'timezone' | 'rdates' | 'exdates'
>;

export type SeriesValues = Omit<Series, 'id' | 'version' | 'title_key' | 'search_text'>;

export interface SeriesState {
  values: SeriesValues;
  links: EventLinks;
  set: SeriesSet;
}

export interface StoredSeries extends SeriesState {
  values: Series;
}

/** A zone of a later release is read as UTC. */
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

export const setColumns = (set: SeriesSet): Pick<Series, 'rule' | 'rdates' | 'exdates'> => ({
  rule: storedRule(set.rule),
  rdates: [...set.rdates],
  exdates: [...set.exdates],
});

/** The first slot is stored as written, even if the clocks skip it that day. */
export const scheduleOfSet = (set: SeriesSet): EventSchedule => ({
  ...scheduleOfSlot(set, set.start),
  start_date: set.start,
  end_date: set.end,
});
