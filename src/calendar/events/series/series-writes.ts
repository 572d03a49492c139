import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../platform/http/context';
import type { Transaction } from '../../../platform/database';
import { mainLanguage } from '../../../platform/translations';
import { Slugs } from '../../../platform/slugs';
import { passwordAfter } from '../protection';
import { type RecordUpdate, targetOf } from '../writing/protected-records';
import type { SplitSeriesDto } from './dto/split-series.dto';
import type { UpdateSeriesDto } from './dto/update-series.dto';
import {
  idsOf,
  type Plan,
  planCreation,
  planRestoration,
  planUpdate,
  type UpdateOptions,
} from './plan';
import { type NewSeries, SeriesBodies } from './series-bodies';
import { sentFields } from './series-fields';
import { assertFew, assertFewMoved, touchedBy } from './series-limits';
import { SeriesOccurrences } from './series-occurrences';
import { limitOf, reachOf } from './series-settings';
import type { SeriesSet } from './set';
import { setColumns, type SeriesState } from './series-state';
import { assertNotTrashed, SeriesRepository } from './series.repository';
import { Series } from './series.entity';

/** A creation; hashing a password takes too long for a transaction. */
export interface SeriesCreation extends NewSeries {
  /** The new hash, while `opened` is that of the event. */
  password_hash: string | null;
  /** Whether past occurrences are created; `fitting`: unless there are too many. */
  past: boolean | 'fitting';
}

export interface SeriesUpdate<
  Dto extends UpdateSeriesDto = UpdateSeriesDto,
> extends RecordUpdate<Dto> {
  past: boolean;
  exceptions: 'keep' | 'drop';
}

export const occurrencesOfNew = (set: SeriesSet, context: RequestContext): number =>
  touchedBy(planNew(set, undefined, 'fitting', context).plan);

function planNew(
  set: SeriesSet,
  event: number | undefined,
  past: SeriesCreation['past'],
  context: RequestContext,
): { plan: Plan; isCut: boolean } {
  const planWith = (isPast: boolean): Plan =>
    planCreation(set, event, { ...reachOf(context), past: isPast });
  const plan = planWith(past !== false);
  const isCut = past === 'fitting' && touchedBy(plan) > limitOf(context);
  return { plan: isCut ? planWith(false) : plan, isCut };
}

@Injectable()
export class SeriesWrites {
  constructor(
    private readonly repository: SeriesRepository,
    private readonly occurrences: SeriesOccurrences,
    private readonly bodies: SeriesBodies,
    private readonly slugs: Slugs,
  ) {}

  /** @returns its id, and whether past occurrences were left out because there are too many */
  async insert(
    transaction: Transaction,
    creation: SeriesCreation,
    context: RequestContext,
  ): Promise<{ id: number; isCut: boolean }> {
    const { dto, opened, password_hash, past } = creation;
    const { state, source } = await this.bodies.ofNew(transaction, creation, context);
    const protection = { opened, password_hash, sent: dto.password };
    const wanted = dto.slug || (source?.values.slug ?? state.values.title);
    Object.assign(state.values, {
      password_hash: await passwordAfter(source?.values, protection),
      slug: await this.slugs.assign(transaction, Series, wanted),
    });
    const { plan, isCut } = planNew(state.set, source?.values.id, past, context);
    assertFew(plan, limitOf(context));
    const id = await this.repository.insert(transaction, state);
    const write = { before: source ?? state, after: state };
    await this.occurrences.carryOut(transaction, id, write, plan, context);
    return { id, isCut };
  }

  /**
   * Its password stays.
   *
   * @throws Problem as `update` does
   */
  async updateWithin(
    transaction: Transaction,
    id: number,
    dto: UpdateSeriesDto,
    context: RequestContext,
  ): Promise<void> {
    const unchanged = { ...targetOf(id), sent: undefined, password_hash: null };
    const update = { ...unchanged, dto, past: false, exceptions: 'keep' } as const;
    await this.update(transaction, update, context);
  }

  async update(
    transaction: Transaction,
    update: SeriesUpdate,
    context: RequestContext,
  ): Promise<number> {
    const { dto, past } = update;
    const before = await this.repository.lock(transaction, update, context);
    const series = before.values;
    const after = await this.bodies.ofUpdate(transaction, dto, before, context);
    const { values } = after;
    values.password_hash = await passwordAfter(series, update);
    if (dto.slug !== undefined) {
      const wanted = dto.slug || values.title;
      values.slug = await this.slugs.assign(transaction, Series, wanted, series.id);
    }
    if (values.status !== 'trash') {
      const rows = await this.occurrences.of(transaction, series.id, context.now);
      const planned = series.status === 'trash' ? planRestoration : planUpdate;
      const plan = planned(before.set, after.set, rows, optionsOf(update, context));
      assertFew(plan, limitOf(context), past && dto.rrule === undefined);
      const main = mainLanguage(values, context);
      const write = { before, after, sent: past ? sentFields(dto, main, context) : undefined };
      await this.occurrences.carryOut(transaction, series.id, write, plan, context);
      takeSet(after, plan);
    }
    await this.repository.update(transaction, before, after);
    return series.id;
  }

  /** @returns the id of the new series */
  async split(
    transaction: Transaction,
    split: SeriesUpdate<SplitSeriesDto>,
    context: RequestContext,
  ): Promise<number> {
    const { dto } = split;
    const stored = await this.repository.lock(transaction, split, context, assertNotTrashed);
    const series = stored.values;
    const rows = await this.occurrences.of(transaction, series.id, context.now);
    const { parts, after } = await this.bodies.ofSplit(transaction, dto, stored, rows, context);
    const { before, after: divided, ids } = parts!;
    Object.assign(after.values, {
      password_hash: await passwordAfter(series, split),
      slug: await this.slugs.assign(transaction, Series, dto.slug || after.values.title),
      previous_series: series.id,
    });
    const own = new Set(ids);
    const plan = planUpdate(
      divided,
      after.set,
      rows.filter((row) => own.has(row.id)),
      optionsOf(split, context),
    );
    assertFew(plan, limitOf(context));
    assertFewMoved(ids, plan, limitOf(context));
    takeSet(after, plan);
    const created = await this.repository.insert(transaction, after);
    const { moved, retained, trashed, revived } = plan;
    const following = new Set([...idsOf(moved), ...retained, ...idsOf(revived)]);
    const others = ids.filter((id) => !following.has(id));
    const taken = [...others, ...trashed];
    await this.occurrences.change(transaction, taken, context, { series: created });
    const main = mainLanguage(after.values, context);
    const sent = split.past ? sentFields(dto, main, context) : undefined;
    const write = { before: stored, after, sent };
    await this.occurrences.carryOut(transaction, created, write, plan, context);
    await this.repository.endAt(transaction, series, before, context);
    return created;
  }
}

const optionsOf = ({ past, exceptions }: SeriesUpdate, context: RequestContext): UpdateOptions => ({
  past,
  exceptions,
  ...reachOf(context),
});

function takeSet(series: SeriesState, { set }: Plan): void {
  series.set = set;
  Object.assign(series.values, setColumns(set));
}
