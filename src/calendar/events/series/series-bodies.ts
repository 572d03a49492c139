import { Injectable } from '@nestjs/common';
import { allValid, invalidParams, Problem } from '../../../platform/errors';
import type { RequestContext } from '../../../platform/http/context';
import type { Transaction } from '../../../platform/database';
import { LinkWriter, NO_LINKS } from '../../links';
import { EventUids } from '../event-uids';
import { assertParent, assertOnline } from '../writing/event-values';
import type { SplitSeriesDto } from './dto/split-series.dto';
import type { UpdateSeriesDto } from './dto/update-series.dto';
import { type Occurrence, planSplit, slotFrom, type Split, untilOf } from './plan';
import { assertRecurring, type SeriesBasis, seriesInput } from './series-input';
import { reachOf } from './series-settings';
import { setColumns, type SeriesState, type StoredSeries } from './series-state';
import {
  assertIncluded,
  assertOccurrence,
  assertOwnStart,
  lockSource,
  type SourceEvent,
} from './source-events';

export interface NewSeries {
  /** Has the required fields, unless it is only checked. */
  dto: UpdateSeriesDto;
  uid?: string;
  /** The hash of the event's password, if the client has sent it; see `ProtectedRecords.open`. */
  opened: string | null;
}

@Injectable()
export class SeriesBodies {
  constructor(
    private readonly links: LinkWriter,
    private readonly uids: EventUids,
  ) {}

  /**
   * Returns a new series, and the event that it is created from.
   *
   * @throws Problem with all faults of the body
   */
  async ofNew(
    transaction: Transaction,
    { dto, opened, uid: address }: NewSeries,
    context: RequestContext,
  ): Promise<{ state: SeriesState; source?: SourceEvent }> {
    const event = dto.event ?? undefined;
    const uid = await this.uids.ofNew(transaction, { sent: dto.uid, address }, 's');
    const planned = (basis?: SeriesBasis): Promise<SeriesState> =>
      this.planned(transaction, dto, basis, uid, context);
    let source: SourceEvent | undefined;
    const [, found] = await allValid(
      async () => {
        if (event !== undefined)
          source = await lockSource(transaction, this.links, event, opened, context);
      },
      // Without its event, other fields may be wrong, but not missing.
      () => (source || event === undefined ? planned(source) : withoutMissing(() => planned())),
      () => assertRecurring(dto),
      () => source && assertOwnStart(dto, source, context),
    );
    const state = found!;
    if (event !== undefined) assertIncluded(state.set);
    return { state, source };
  }

  /** @throws Problem with all faults of the body in view of the stored data */
  async ofUpdate(
    transaction: Transaction,
    dto: UpdateSeriesDto,
    stored: StoredSeries,
    context: RequestContext,
  ): Promise<SeriesState> {
    const { values } = stored;
    const uid = (): string | null => this.uids.unchanged(dto.uid, values, 's');
    const [after] = await allValid(
      () => this.planned(transaction, dto, stored, uid, context),
      () => assertOccurrence(transaction, dto.event, values.id),
    );
    after.values.previous_series = values.previous_series;
    return after;
  }

  /**
   * Returns the two parts of a series that is split, without slug and password of the new one.
   *
   * @returns no parts without `from`, when only the other fields are checked
   * @throws Problem with all faults of the body in view of the stored data
   */
  async ofSplit(
    transaction: Transaction,
    dto: UpdateSeriesDto & Partial<Pick<SplitSeriesDto, 'from'>>,
    stored: StoredSeries,
    rows: readonly Occurrence[],
    context: RequestContext,
  ): Promise<{ parts?: Split; after: SeriesState }> {
    const { from } = dto;
    const uid = await this.uids.ofNew(transaction, { sent: dto.uid }, 's');
    let parts: Split | undefined;
    const [, after] = await allValid(
      () => {
        if (from) parts = planSplit(stored.set, slotFrom(from, stored.set), rows);
      },
      () => {
        const basis = parts ? { ...stored, set: parts.after } : stored;
        return this.planned(transaction, dto, basis, uid, context);
      },
    );
    return { parts, after };
  }

  private async planned(
    transaction: Transaction,
    dto: UpdateSeriesDto,
    basis: SeriesBasis | undefined,
    uid: () => string | null,
    context: RequestContext,
  ): Promise<SeriesState> {
    const stored = basis?.values;
    const parent = dto.post_parent === stored?.post_parent ? undefined : dto.post_parent;
    const [{ template, set }, links, ownUid] = await allValid(
      () => seriesInput(dto, basis, context),
      () => this.links.resolve(transaction, dto, basis?.links ?? NO_LINKS, context),
      uid,
      () => assertParent(transaction, parent, context.caller),
      () => assertOnline(dto, stored),
    );
    return {
      values: Object.assign(template, setColumns(set), {
        uid: ownUid,
        slug: stored?.slug ?? '',
        password_hash: stored?.password_hash ?? null,
        occurrences_until: untilOf(set, reachOf(context)),
        previous_series: null,
      }),
      links,
      set,
    };
  }
}

/** Runs a check without its result, and ignores missing fields. */
async function withoutMissing(check: () => Promise<unknown>): Promise<undefined> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof Problem) || error.faults.length === 0) throw error;
    const faults = error.faults.filter(({ code }) => code !== 'required');
    if (faults.length > 0) throw invalidParams(...faults);
  }
}
