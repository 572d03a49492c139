import type { Zone } from '../../../../platform/dates';
import { linesOf } from './calendar-lines';
import { zoneComponent } from './zone-component';

/** What was made of each zone last: feeds want the same years again and again. */
const made = new WeakMap<Zone, { first: number; last: number; lines: string }>();

/** The lines of the VTIMEZONE of a zone from one year to another; see `zoneComponent`. */
export function zoneLines(zone: Zone, first: number, last: number): string {
  const known = made.get(zone);
  if (known?.first === first && known.last === last) return known.lines;
  const lines = linesOf(zoneComponent(zone, first, last));
  made.set(zone, { first, last, lines });
  return lines;
}
