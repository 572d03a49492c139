import { EVENT_DEFAULTS, SCHEDULED } from '../../calendar/events/writing/event-values';
import type { EventValues } from '../../calendar/events/writing/events.repository';
import { DAY_MILLISECONDS, toInstant, type ZoneRules } from '../../platform/dates';
import { columnsOf, type LanguageColumns } from '../../platform/translations';
import type { Random } from './random';
import {
  type City,
  type Format,
  FORMATS,
  LANGUAGE,
  type Translate,
  translationsOf,
  WORDS,
} from './sample-data';
import type { World } from './world';

/** In days from `today` at 00:00 UTC. */
export interface Period {
  today: Date;
  past: number;
  ahead: number;
}

/** Venues and organizers are indexes into the world; terms are names. */
export interface PlannedEvent {
  /** The slug is empty. */
  values: EventValues;
  venues: number[];
  organizers: number[];
  categories: string[];
  tags: string[];
}

export const startOfToday = (): Date => new Date(Date.now() - (Date.now() % DAY_MILLISECONDS));

/** The share of weekly series; it makes half of all events part of a series. */
const WEEKLY = 0.06;

const WEEKLY_FORMATS = FORMATS.filter(({ weekly }) => weekly);
const SINGLE_FORMATS = FORMATS.filter(({ weekly }) => !weekly);

export function* planEvents(
  random: Random,
  world: World,
  period: Period,
  rules: ZoneRules,
): Generator<PlannedEvent, never> {
  for (;;) {
    const isWeekly = random.chance(WEEKLY);
    const plan = planOne(random, world, random.pick(isWeekly ? WEEKLY_FORMATS : SINGLE_FORMATS));
    const first = random.between(-period.past, period.ahead);
    const last = isWeekly ? first + 7 * random.between(6, 40) : first;
    for (let day = first; day <= Math.min(last, period.ahead); day += 7)
      yield { ...plan, values: valuesOf(random, plan, day, period, rules) };
  }
}

interface Plan extends Omit<PlannedEvent, 'values'> {
  format: Format;
  city: City;
  texts: Pick<EventValues, 'title' | 'description' | 'excerpt'> & LanguageColumns;
  /** In minutes from midnight. */
  begins: number;
  ends: number;
  days: number;
  cost: string[];
  custom_fields: EventValues['custom_fields'];
  online: OnlineFields;
}

type OnlineFields = Pick<
  EventValues,
  'is_virtual' | 'virtual_event_type' | 'virtual_url' | 'virtual_show_to'
>;
type Outcome = Pick<
  EventValues,
  'event_status' | 'event_status_reason' | 'previous_start_date' | 'is_virtual'
>;

const DAY_MINUTES = 24 * 60;

const IN_PERSON: OnlineFields = {
  is_virtual: false,
  virtual_event_type: '',
  virtual_url: '',
  virtual_show_to: 'everyone',
};

function planOne(random: Random, world: World, format: Format): Plan {
  const isOnline = random.chance(0.05);
  const venue = random.between(0, world.venues.length - 1);
  const { city } = world.venues[venue];
  const begins = random.between(...format.begins) * 60 + random.pick([0, 0, 30]);
  const cost = costOf(random, format, city);
  const tags = random.sample(WORDS.tags, random.between(0, 3));
  const isHybrid = !isOnline && random.chance(0.05);
  if (isOnline) tags.push('Online');
  return {
    format,
    city,
    texts: textsOf(random, format, city),
    begins,
    ends: Math.min(begins + random.between(...format.lasts) * 30, DAY_MINUTES - 15),
    days: format.days === undefined ? 1 : random.between(...format.days),
    cost,
    venues: isOnline ? [] : [venue],
    organizers: organizersOf(random, world, city),
    categories: [format.category],
    tags: [...new Set(tags)],
    custom_fields: random.chance(0.1)
      ? { language: { label: 'Language', value: random.pick(['English', 'French', 'Spanish']) } }
      : {},
    online: {
      ...IN_PERSON,
      ...((isOnline || isHybrid) && {
        is_virtual: true,
        virtual_event_type: isOnline ? 'virtual' : 'hybrid',
        virtual_url: `https://meet.example.org/${random.between(100_000, 999_999)}`,
        virtual_show_to: random.chance(0.3) ? 'editors' : 'everyone',
      }),
    },
  };
}

function valuesOf(
  random: Random,
  plan: Plan,
  day: number,
  { today }: Period,
  rules: ZoneRules,
): EventValues {
  const { format, city } = plan;
  const { title, description, excerpt, languages, translations } = plan.texts;
  const allDay = format.allDay ?? false;
  const firstDay = dayText(today, day);
  const lastDay = dayText(today, day + plan.days - 1);
  const start_date = `${firstDay} ${allDay ? '00:00:00' : clock(plan.begins)}`;
  const end_date = `${lastDay} ${allDay ? '23:59:59' : clock(plan.ends)}`;
  const zone = rules.zone(city.zone);
  const start_utc = toInstant(start_date, zone);
  const published = Math.min(day, 0) - random.between(7, 120);
  const status = statusOf(random);
  const date_utc = instant(today, status === 'future' ? random.between(1, 30) : published, 9);
  const modified_utc = instant(today, published + random.between(0, 6), 15);
  const website = random.chance(0.6)
    ? `https://www.example.org/${random.between(1000, 99_999)}`
    : '';
  const hide_from_listings = random.chance(0.015);
  const sticky = random.chance(0.01);
  const featured = random.chance(0.04);
  const ticketed = plan.cost.length > 0 && random.chance(0.4);
  // Spread into one literal, so many columns would take several times as long.
  return Object.assign(
    { ...COMMON },
    plan.online,
    outcomeOf(random, plan, dayText(today, day - 7)),
    {
      status,
      date_utc,
      modified_utc,
      title,
      description,
      excerpt,
      languages,
      translations,
      all_day: allDay,
      start_date,
      end_date,
      start_utc,
      // The generated zones have no change of offset within a day.
      end_utc:
        firstDay === lastDay && !allDay
          ? new Date(start_utc.getTime() + (plan.ends - plan.begins) * 60_000)
          : toInstant(end_date, zone),
      timezone: city.zone,
      zone_rules: rules.release,
      cost: plan.cost,
      website,
      show_map: plan.venues.length > 0,
      show_map_link: plan.venues.length > 0,
      hide_from_listings,
      sticky,
      featured,
      ticketed,
      custom_fields: plan.custom_fields,
    },
  );
}

/** The same in all generated events. */
const COMMON = {
  ...EVENT_DEFAULTS,
  author: 0,
  slug: '',
  image: null,
  image_details: null,
  series: null,
  recurrence_id: '',
  overrides: [],
  global_id_lineage: null,
  post_parent: null,
  uid: null,
  password_hash: null,
};

/**
 * About one event in twenty is cancelled, postponed, rescheduled or moved online.
 *
 * @param earlier the start day of a rescheduled event before the change
 */
function outcomeOf(random: Random, { begins, online }: Plan, earlier: string): Outcome {
  const asPlanned = { ...SCHEDULED, previous_start_date: '', is_virtual: online.is_virtual };
  if (!random.chance(0.05)) return asPlanned;
  const event_status_reason = random.pick(WORDS.reasons);
  return random.pick<Outcome>([
    { ...asPlanned, event_status: 'canceled', event_status_reason },
    { ...asPlanned, event_status: 'postponed', event_status_reason },
    { ...asPlanned, event_status: 'moved-online', event_status_reason, is_virtual: true },
    { ...asPlanned, previous_start_date: `${earlier} ${clock(begins)}` },
  ]);
}

/** `publish` for 19 of 20 events. */
function statusOf(random: Random): string {
  if (random.chance(0.95)) return 'publish';
  return random.pick(['draft', 'draft', 'pending', 'private', 'future']);
}

function costOf(random: Random, { price }: Format, city: City): string[] {
  if (price === undefined) return random.chance(0.5) ? ['Free'] : [];
  const amounts = [random.between(...price), ...(random.chance(0.3) ? [price[1]] : [])];
  return [...new Set(amounts)].map((amount) => priceText(city, amount));
}

const priceText = ({ price, rate = 1 }: City, amount: number): string =>
  price.replace('{amount}', String(amount * rate));

/** Events of some cities and formats have texts in the languages of the city, too. */
function textsOf(
  random: Random,
  { titles, about }: Format,
  { city, languages = [] }: City,
): Plan['texts'] {
  const title = random.pick(titles);
  const person = `${random.pick(WORDS.firstNames)} ${random.pick(WORDS.lastNames)}`;
  const sentences = random.sample(WORDS.sentences, random.between(1, 4));
  const hasMarkup = random.chance(0.3);
  const textsIn = (translate: Translate) => ({
    title: translate(title).replace('{city}', translate(city)).replace('{name}', person),
    description: descriptionOf(translate(about), sentences.map(translate), hasMarkup),
    excerpt: translate(about),
  });
  const translations = translationsOf(title, textsIn, languages);
  return { ...textsIn((text) => text), ...columnsOf(LANGUAGE, translations, 'title') };
}

function descriptionOf(about: string, [first, ...more]: string[], hasMarkup: boolean): string {
  const text = [about, first].join(' ');
  return hasMarkup
    ? `<p>${text}</p>${more.map((sentence) => `<p><em>${sentence}</em></p>`).join('')}`
    : [text, ...more].join(' ');
}

/** Prefers organizers of the same city. */
function organizersOf(random: Random, { organizers, near }: World, city: City): number[] {
  const count = random.pick([0, 1, 1, 1, 1, 1, 1, 1, 2, 2]);
  return random.sample(near.get(city) ?? [...organizers.keys()], count);
}

const dayText = (today: Date, day: number): string =>
  instant(today, day, 0).toISOString().slice(0, 10);

const instant = (today: Date, day: number, hour: number): Date =>
  new Date(today.getTime() + day * DAY_MILLISECONDS + hour * 3_600_000);

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60, 0]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
