import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config';
import { type WallClock, ZoneRules } from '../../../platform/dates';
import { Database } from '../../../platform/database';
import { SeriesLinks } from '../../links';
import { wholeSecond } from '../../posts';
import { idsOf, type Occurrence, type Plan, planUpdate } from './plan';
import { SeriesOccurrences } from './series-occurrences';
import { horizonOf, SeriesSettings } from './series-settings';
import { setOf } from './series-state';
import { lockSeries, seriesIds, SeriesRepository } from './series.repository';
import type { SeriesSet } from './set';

export interface SeriesDifference {
  series: number;
  title: string;
  slot: WallClock;
  event?: number;
  problem: 'missing event' | 'no such slot' | 'wrong times';
}

/** Compares the sets of series with the events that have not ended. */
@Injectable()
export class SeriesCheck {
  constructor(
    private readonly database: Database,
    private readonly occurrences: SeriesOccurrences,
    private readonly repository: SeriesRepository,
    private readonly links: SeriesLinks,
    private readonly rules: ZoneRules,
    private readonly settings: Settings,
  ) {}

  /**
   * Checks every series outside of the trash, one transaction each.
   *
   * @param isMending whether to correct the events
   */
  async run(
    isMending: boolean,
    visit: (differences: readonly SeriesDifference[]) => void,
  ): Promise<void> {
    for await (const id of seriesIds(this.database)) visit(await this.check(id, isMending));
  }

  private check(id: number, isMending: boolean): Promise<SeriesDifference[]> {
    const { rules, settings: site } = this;
    const now = new Date();
    const nearest = horizonOf(now, site.of(SeriesSettings).SERIES_MONTHS);
    return this.database.transaction(async (transaction) => {
      const series = await lockSeries(transaction, id);
      // An unknown zone belongs to a newer release.
      if (!series || series.status === 'trash' || !rules.find(series.timezone)) return [];
      const set = setOf(series, rules);
      const horizon = series.occurrences_until || nearest;
      const rows = await this.occurrences.of(transaction, id, now);
      const options = { now, horizon, past: false, exceptions: 'keep' } as const;
      const plan = planUpdate(set, set, rows, options);
      const time = { now, rules, site };
      plan.retained = await this.occurrences.withWrongDates(transaction, plan.retained, set, time);
      const differences = differencesOf(plan, set, rows).map((difference) => ({
        series: id,
        title: series.title,
        ...difference,
      }));
      if (isMending && differences.length > 0) {
        const before = { values: series, links: await this.links.read(transaction, id), set };
        const write = { before, after: { ...before, set: plan.set } };
        await this.occurrences.carryOut(transaction, id, write, plan, time);
        if (plan.set.rdates.length > set.rdates.length)
          await this.repository.changeSet(transaction, series, plan.set, {
            modified_utc: wholeSecond(now),
          });
      }
      return differences;
    });
  }
}

/** Returns what a plan would change; `retained` are the events with wrong times. */
function differencesOf(
  { made, revived, moved, trashed, retained, set }: Plan,
  before: SeriesSet,
  rows: readonly Occurrence[],
): Pick<SeriesDifference, 'slot' | 'event' | 'problem'>[] {
  const slots = new Map(rows.map(({ id, slot }) => [id, slot]));
  const wrong = (problem: SeriesDifference['problem'], ids: readonly number[]) =>
    ids.map((event) => ({ slot: slots.get(event) ?? '', event, problem }));
  const known = new Set(before.rdates);
  const added = new Set(set.rdates.filter((slot) => !known.has(slot)));
  const exceptions = rows.filter(({ slot, trashed }) => !trashed && added.has(slot));
  return [
    ...made.map((slot) => ({ slot, problem: 'missing event' as const })),
    ...wrong('missing event', idsOf(revived)),
    ...wrong('no such slot', [...idsOf(moved), ...trashed, ...idsOf(exceptions)]),
    ...wrong('wrong times', retained),
  ];
}
