import {
  allValidSync,
  assertNoFaults,
  fault,
  invalidParams,
  type Problem,
} from '../../../platform/errors';
import type { RequestContext, Caller } from '../../../platform/http/context';
import { type LanguageColumns, translate, withoutText } from '../../../platform/translations';
import { TEXTS_MAX } from '../../../platform/validation';
import { lengthFaults, merged, recordValues } from '../../posts';
import { writtenCost } from '../cost/cost';
import { CurrencySettings } from '../cost/currency-settings';
import { EVENT_TRANSLATIONS } from '../dto/create-event.dto';
import type { UpdateEventDto } from '../dto/update-event.dto';
import { INITIAL_VALUES } from '../event-keys';
import { toEventStatus } from '../event-choices';
import type { EventTemplate } from '../event-template.entity';
import { Event, EVENTS, NO_PARENT } from '../event.entity';
import { type EventSchedule, planSchedule } from '../schedule/event-schedule';
import type { EventValues } from './events.repository';
import type { Transaction } from '../../../platform/database';
import { unlinkableIds } from '../../links';

/** Fields that are stored as sent. */
export const EVENT_DEFAULTS = {
  ...INITIAL_VALUES,
  virtual_show_to: 'everyone' as Event['virtual_show_to'],
};

/** Each column gets the sent value, or else the stored one, or else the default. */
export function eventValues(
  dto: UpdateEventDto,
  stored: Event | undefined,
  context: RequestContext,
): Omit<EventValues, 'slug' | 'password_hash'> {
  const { site, rules, now } = context;
  const values = templateValues(dto, stored, context, () =>
    planSchedule(dto, stored, { rules, siteZone: site.timezone, now }),
  );
  return Object.assign(values, {
    previous_start_date: previousStart(dto, stored, values),
    series: stored?.series ?? null,
    recurrence_id: stored?.recurrence_id ?? '',
    overrides: stored?.overrides ?? [],
    global_id_lineage: stored?.global_id_lineage ?? null,
  });
}

export type TemplateValues = Omit<EventTemplate, 'id' | 'version' | 'slug' | 'password_hash'>;

/** @param schedule returns its dates */
export function templateValues(
  sent: UpdateEventDto,
  before: EventTemplate | undefined,
  context: RequestContext,
  schedule: () => EventSchedule,
): TemplateValues {
  const { site, rules } = context;
  const { dto, stored, columns, faults } = translate(
    sent,
    before,
    EVENT_TRANSLATIONS,
    context,
    (texts) => lengthFaults(texts, TEXTS_MAX),
  );
  const [, common, dates] = allValidSync(
    () => assertNoFaults(faults),
    () => recordValues(dto, stored, TEXTS_MAX, context),
    schedule,
  );
  const status = statusColumns(dto, stored);
  const parent = dto.post_parent === undefined ? stored?.post_parent : dto.post_parent;
  // Spread into one literal, so many columns would take V8 twenty times as long.
  return Object.assign(common, merged(dto, stored, EVENT_DEFAULTS), dates, {
    ...status,
    ...(status.event_status === 'scheduled' ? withoutReason(columns) : columns),
    // Unchanged instants may have been calculated with older rules.
    zone_rules: stored && stored.zone_rules < rules.release ? stored.zone_rules : rules.release,
    cost: writtenCost(dto.cost, stored?.cost ?? [], site.of(CurrencySettings).currency),
    post_parent: parent === NO_PARENT ? null : (parent ?? null),
    uid: stored?.uid ?? null,
  });
}

const withoutReason = (columns: LanguageColumns): LanguageColumns =>
  withoutText(columns, 'event_status_reason', EVENT_TRANSLATIONS.name);

type StatusColumns = Pick<Event, 'event_status' | 'event_status_reason'>;

export const SCHEDULED: StatusColumns = { event_status: 'scheduled', event_status_reason: '' };

/** A scheduled event has no reason. */
function statusColumns(dto: UpdateEventDto, stored: StatusColumns = SCHEDULED): StatusColumns {
  const event_status = statusAfter(dto, stored);
  return event_status === 'scheduled'
    ? SCHEDULED
    : { event_status, event_status_reason: dto.event_status_reason ?? stored.event_status_reason };
}

/**
 * Returns the start before its latest change while the event was public. A new time zone or new rules alone
 * do not change the start.
 */
export function previousStart(
  dto: Pick<UpdateEventDto, 'previous_start_date'>,
  stored: Event | undefined,
  { start_date, start_utc }: Pick<Event, 'start_date' | 'start_utc'>,
): string {
  if (!stored) return '';
  const isMoved =
    start_date !== stored.start_date && start_utc.getTime() !== stored.start_utc.getTime();
  if (isMoved && stored.status === 'publish') return stored.start_date;
  return dto.previous_start_date === null ? '' : stored.previous_start_date;
}

/** @throws Problem 400 for `moved-online` without `is_virtual` */
export function assertOnline(
  dto: UpdateEventDto,
  stored?: StatusColumns & Pick<Event, 'is_virtual'>,
): void {
  const is_virtual = dto.is_virtual === undefined ? stored?.is_virtual : dto.is_virtual;
  if (statusAfter(dto, stored ?? SCHEDULED) !== 'moved-online' || is_virtual) return;
  throw invalidParams(
    dto.event_status === undefined
      ? fault('is_virtual', 'conflict', 'must be true while event_status is moved-online', [
          'event_status',
        ])
      : fault('event_status', 'conflict', 'moved-online is only for events with is_virtual', [
          'is_virtual',
        ]),
  );
}

function statusAfter(
  { event_status }: UpdateEventDto,
  stored: StatusColumns,
): Event['event_status'] {
  if (event_status === undefined) return stored.event_status;
  return toEventStatus(event_status ?? 'scheduled');
}

/** The most ancestors that are read and locked. */
const ABOVE_MAX = 100;

/**
 * Checks that the parent is another event, and not a descendant. The parent cannot be deleted during the
 * transaction.
 *
 * @param stored the event, unless it is new
 * @throws Problem 400 on `post_parent` (docs/reference/interface.md#subcategories)
 */
export async function assertParent(
  transaction: Transaction,
  parent: number | null | undefined,
  caller: Caller,
  stored?: Pick<Event, 'id' | 'post_parent'>,
): Promise<void> {
  if (!parent || parent === stored?.post_parent) return;
  // A new event has no descendants.
  if (stored) {
    const lineage = await lineageOf(transaction, parent);
    if (lineage.has(stored.id)) throw conflict('would make the event its own descendant');
    if (lineage.size > ABOVE_MAX) throw conflict(`is below ${ABOVE_MAX} other events or more`);
  }
  if ((await unlinkableIds(transaction, EVENTS, [parent], caller)).length > 0)
    throw invalidParams(fault('post_parent', 'not-found', `no such event: ${parent}`));
}

const conflict = (detail: string): Problem =>
  invalidParams(fault('post_parent', 'conflict', detail));

/**
 * Returns the ids of an event and of at most 100 ancestors, and locks them. Of two concurrent updates that
 * would create a cycle, the second one reads the result of the first, on any node of a cluster.
 */
export async function lineageOf(transaction: Transaction, event: number): Promise<Set<number>> {
  await transaction.acquireLock('events');
  const ids = new Set<number>();
  for (let id = event; id !== NO_PARENT && ids.size <= ABOVE_MAX && !ids.has(id);) {
    ids.add(id);
    const found: Pick<Event, 'post_parent'> | null = await transaction
      .lockForUpdate(transaction.manager.createQueryBuilder(Event, 'event').where({ id }))
      .select(['event.id', 'event.post_parent'])
      .getOne();
    id = found?.post_parent ?? NO_PARENT;
  }
  return ids;
}
