import { type Fault, fault } from '../../../../platform/foundation/errors';
import { addYears, dayNumber, dayOf, dayText } from './days';
import { ruleDays } from './rule-days';
import type { SeriesSet } from './series-set';
import { SEARCH_YEARS, slots } from './slots';

/** Returns the faults of a set: its start is a slot of the rule, and there is at least one slot. */
export function faultsOf(set: SeriesSet, now: Date): Fault[] {
  const earliest = dayText(addYears(dayNumber(now.toISOString()), -SEARCH_YEARS));
  if (dayOf(set.start) < earliest)
    return [fault('start_date', 'range', `must not be more than ${SEARCH_YEARS} years ago`)];
  const ofRule = faultOfRule(set);
  if (ofRule) return [ofRule];
  return slots(set).next().done
    ? [
        fault('exdates', 'conflict', 'must leave at least one date; delete the series instead', [
          'rrule',
          'rdates',
          'start_date',
        ]),
      ]
    : [];
}

function faultOfRule({ rule, start }: SeriesSet): Fault | undefined {
  if (!rule) return undefined;
  const first = dayNumber(start);
  const { until, ...endless } = rule;
  if (until !== undefined && until < dayOf(start))
    return fault('rrule', 'conflict', 'must have an UNTIL that is not before start_date', [
      'start_date',
    ]);
  const [day] = ruleDays(endless, first, first, addYears(first, SEARCH_YEARS));
  if (day === undefined)
    return fault(
      'rrule',
      'conflict',
      `must give a date within ${SEARCH_YEARS} years of start_date`,
      ['start_date'],
    );
  if (day === first) return undefined;
  const detail = `must be a date of rrule; the first one from there on is ${dayText(day)}`;
  return fault('start_date', 'conflict', detail, ['rrule']);
}
