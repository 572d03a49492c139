export * from './plan';

// To come, in this folder:
// planCreation(set, options: PlanOptions): Plan
// planUpdate(before, after, rows: Occurrence[], options: UpdateOptions): Plan
// planRestoration(set, rows, options: PlanOptions): Plan
// planHorizon(set, taken: Set<WallClock> | WallClock[], { now, horizon }): WallClock[]
// planSplit(set, from: WallClock, rows): { before: SeriesSet; after: SeriesSet; ids: number[] of the occurrences that go along }
// withoutSlot(set, slot): SeriesSet           after the deletion of an occurrence
// withSlot(set, slot): SeriesSet              after its restoration
// touchedBy(plan): number
// overridesOf(…): string[]
