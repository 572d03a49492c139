import type { RequestContext } from '../../../platform/http/request-context';
import type { FieldSelection } from '../../../platform/http/sparse-fields';
import type { EventRelations } from '../event-record';
import { uidOf } from '../../identity';
import { NO_SERIES, presentTemplate } from '../reading/present-event';
import type { NextOccurrence } from './next-occurrences';
import type { SeriesRecord } from './series-record';
import type { SeriesRow } from './series.entity';
import { setOfRow } from './series-state';
import { ruleText } from './set';

/** Presents a series, except its structured data; for the parameters see `presentEvent`. */
export function presentSeries(
  row: SeriesRow,
  { venue, organizer, categories, tags, ...others }: EventRelations,
  context: RequestContext,
  calendar: string,
  fields: FieldSelection,
  next: NextOccurrence | undefined,
): SeriesRecord {
  const own = { venue, organizer, categories, tags };
  const uid = uidOf(row, calendar, 's');
  const template = presentTemplate('series', row, own, context, uid, fields);
  const set = setOfRow(row, context.rules);
  const record: SeriesRecord = {
    ...template,
    rrule: ruleText(set),
    rdates: [...set.rdates],
    exdates: [...set.exdates],
    occurrences_until: row.occurrences_until,
    next_event: next?.id ?? 0,
    next_start_date: next?.start_date ?? '',
    previous_series: row.previous_series ?? NO_SERIES,
  };
  return Object.assign(record, others);
}
