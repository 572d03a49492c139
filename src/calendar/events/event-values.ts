import type { RequestContext } from '../../platform/addresses';
import { recordValues } from '../records';
import type { UpdateEventDto } from './dto/update-event.dto';
import { writtenCost } from './cost';
import { NO_PARENT } from './event-parent';
import { planSchedule } from './event-schedule';
import type { EventValues } from './event-store';
import type { Event } from './event.entity';

/** The columns of an event after a write: what is sent over what is stored over the default. */
export function eventValues(
  dto: UpdateEventDto,
  stored: Event | undefined,
  context: RequestContext,
): Omit<EventValues, 'slug' | 'password_hash'> {
  const { site, now } = context;
  const schedule = planSchedule(
    dto,
    stored && {
      timezone: stored.timezone,
      allDay: stored.all_day,
      startDate: stored.start_date,
      endDate: stored.end_date,
      startUtc: stored.start_utc,
      endUtc: stored.end_utc,
    },
    site.timeZone,
    now,
  );
  const flag = (
    name: 'show_map' | 'show_map_link' | 'hide_from_listings' | 'sticky' | 'featured' | 'ticketed',
  ): boolean => (dto[name] === undefined ? (stored?.[name] ?? false) : (dto[name] ?? false));
  const parent = dto.post_parent === undefined ? stored?.post_parent : dto.post_parent;
  return {
    ...recordValues(dto, stored, context),
    title: dto.title ?? stored?.title ?? '',
    timezone: schedule.timezone,
    all_day: schedule.allDay,
    start_date: schedule.startDate,
    end_date: schedule.endDate,
    start_utc: schedule.startUtc,
    end_utc: schedule.endUtc,
    cost: writtenCost(dto.cost, stored?.cost ?? [], site.currency),
    website: dto.website ?? stored?.website ?? '',
    show_map: flag('show_map'),
    show_map_link: flag('show_map_link'),
    hide_from_listings: flag('hide_from_listings'),
    sticky: flag('sticky'),
    featured: flag('featured'),
    ticketed: flag('ticketed'),
    post_parent: parent === NO_PARENT ? null : (parent ?? null),
    custom_fields:
      dto.custom_fields === undefined ? (stored?.custom_fields ?? {}) : (dto.custom_fields ?? {}),
  };
}
