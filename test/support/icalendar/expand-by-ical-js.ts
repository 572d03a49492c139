import ICAL from 'ical.js';
import { utcText } from '../../../src/platform/dates';
import type { Expansion, Span } from './outside-readers';

interface Details {
  startDate: ICAL.Time;
  endDate: ICAL.Time;
}

const MOST = 10_000;

/** Returns the events of a calendar by ical.js, with the zones in its text. */
export function expandedByIcalJs([text, first, last]: Expansion): Span[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  const zones = calendar.getAllSubcomponents('vtimezone').map((zone) => new ICAL.Timezone(zone));
  for (const zone of zones) ICAL.TimezoneService.register(zone);
  try {
    const events = calendar.getAllSubcomponents('vevent');
    const master = events.find((event) => !event.hasProperty('recurrence-id'));
    const exceptions = events.filter((event) => event !== master);
    const event = new ICAL.Event(master, { strictExceptions: true, exceptions });
    const spans: Span[] = [];
    const iterator = event.iterator();
    for (let count = 0; count < MOST; count++) {
      const slot = iterator.next() as unknown as ICAL.Time | undefined;
      if (!slot || written(slot) >= last) break;
      const { startDate, endDate } = event.getOccurrenceDetails(slot) as unknown as Details;
      spans.push([written(startDate), written(endDate)]);
    }
    return spans.filter(([start]) => start >= first && start < last).sort();
  } finally {
    for (const { tzid } of zones) ICAL.TimezoneService.remove(tzid);
  }
}

const written = (time: ICAL.Time): string =>
  time.isDate ? time.toString() : utcText(new Date(time.toUnixTime() * 1000));
