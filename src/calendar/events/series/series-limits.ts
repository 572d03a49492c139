import { fault, invalidParams } from '../../../platform/errors';
import { MOST_COUNTED, type Plan } from './plan';

export function touchedBy({ made, moved, retained, trashed, revived }: Plan): number {
  return [made, moved, retained, trashed, revived].reduce((sum, { length }) => sum + length, 0);
}

/**
 * @param most see `limitOf`
 * @param isOfPast whether past occurrences exceed the limit
 * @throws Problem 400
 */
export function assertFew(plan: Plan, most: number, isOfPast = false): void {
  const [touched, limit] = [touchedBy(plan), Math.max(most, plan.allowed)];
  if (touched <= limit) return;
  const number = counted(touched);
  const maximum = counted(limit);
  throw invalidParams(
    isOfPast
      ? fault(
          'past',
          'count',
          `changes ${number} occurrences, and one write changes ${maximum} at most`,
        )
      : fault(
          'rrule',
          'count',
          `gives ${number} occurrences, and one write makes ${maximum} at most: ` +
            'start later, end sooner, or send past=false',
        ),
  );
}

/**
 * A split also moves past occurrences, which its plan does not contain.
 *
 * @throws Problem 400
 */
export function assertFewMoved(ids: readonly number[], plan: Plan, most: number): void {
  const [touched, limit] = [ids.length + plan.made.length, Math.max(most, plan.allowed)];
  if (touched <= limit) return;
  const number = counted(touched);
  const maximum = counted(limit);
  throw invalidParams(
    fault(
      'from',
      'count',
      `gives the new series ${number} occurrences, and one write changes ${maximum} at most: split later`,
    ),
  );
}

const counted = (occurrences: number): string =>
  (occurrences > MOST_COUNTED ? 'more than ' : '') +
  Math.min(occurrences, MOST_COUNTED).toLocaleString('en');
