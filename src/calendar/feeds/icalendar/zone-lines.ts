import type { Zone } from '../../../platform/foundation/dates';
import { linesOf } from './calendar-lines';
import { zoneComponent } from './zone-component';

/** The last result for each zone: feeds need the same years repeatedly. */
const made = new WeakMap<Zone, { first: number; last: number; lines: string }>();

/** Returns the lines of the VTIMEZONE of a zone for a range of years; see `zoneComponent`. */
export function zoneLines(zone: Zone, first: number, last: number): string {
  const known = made.get(zone);
  if (known?.first === first && known.last === last) return known.lines;
  const lines = linesOf(zoneComponent(zone, first, last));
  made.set(zone, { first, last, lines });
  return lines;
}
