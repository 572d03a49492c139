export * from './series-set';

// To come, in this folder:
// readRule(text, { start, end, allDay, zone }): RecurrenceRule       throws Problem (fault on `rrule`)
// ruleText(set): string                       canonical, '' without a rule, UNTIL as an instant or a day
// storedRule(rule): string                    the same with UNTIL as a day: for the column
// readStored(text): RecurrenceRule | null     reads the column
// readTimes({ start_date, end_date, timezone, all_day }, before: SeriesSet | undefined, { rules, siteZone, now }):
//   { start, end, allDay, zone }              throws Problem as planSchedule does
// readDates(field: 'rdates' | 'exdates', sent: DateInput[], set, now): WallClock[]
// slotsOf(set, { from?: Day, until?: Day }): WallClock[]
// scheduleOfSlot(set, slot): EventSchedule    as of an event
// isSlot(set, slot): boolean; hasSlotAfter(set, day): boolean
// horizonOf(now, months): Day; writeLimit(months): number
// checkSet(set): Fault[]                      start is a slot, any slot within 100 years, UNTIL …
