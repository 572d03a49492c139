import type { CreateSeriesDto } from '../../calendar/events/series/dto/create-series.dto';
import { DAY_MILLISECONDS, DateInput, type ZoneRules } from '../../platform/dates';
import { asTranslations } from '../../platform/translations';
import { LANGUAGE } from './sample-data';

const ZONE = 'Europe/Paris';
const [TUESDAY, FRIDAY] = [2, 5];

/** The first dates are in the month before the day, or on it. */
export function demoSeries(today: Date, rules: ZoneRules): CreateSeriesDto[] {
  const zone = rules.zone(ZONE);
  const endOfLastMonth = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 0));
  const at = (day: Date, begins: string, ends: string): Dates => ({
    start_date: dateOf(day, begins),
    end_date: dateOf(day, ends),
  });
  return [
    {
      title: 'Jazz night',
      description: '<p>A trio, and whoever joins.</p>',
      translations: asTranslations({
        de: { title: 'Jazznacht', description: '<p>Ein Trio, und wer mitspielen mag.</p>' },
        fr: {
          title: 'Nuit du jazz',
          description: '<p>Un trio, et tous ceux qui veulent jouer.</p>',
        },
      }),
      rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
      venue: [{ venue: 'Le Petit Caveau', language: 'fr', city: 'Paris', country: 'France' }],
      ...at(latest(TUESDAY, today), '20:00', '23:00'),
    },
    {
      title: 'Film club',
      description: '<p>A classic, and a talk afterwards.</p>',
      translations: asTranslations({
        de: { title: 'Filmclub', description: '<p>Ein Klassiker, danach ein Gespräch.</p>' },
        fr: { title: 'Ciné-club', description: '<p>Un classique, suivi d’un débat.</p>' },
      }),
      rrule: 'FREQ=MONTHLY;BYDAY=-1FR',
      ...at(latest(FRIDAY, endOfLastMonth), '19:30', '22:30'),
    },
    {
      title: 'Flea market',
      description: '<p>Books, records, furniture.</p>',
      translations: asTranslations({
        de: { title: 'Flohmarkt', description: '<p>Bücher, Schallplatten, Möbel.</p>' },
        fr: { title: 'Marché aux puces', description: '<p>Livres, disques, meubles.</p>' },
      }),
      rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1',
      all_day: true,
      ...at(endOfLastMonth, '', ''),
    },
  ].map((series) => ({ ...series, language: LANGUAGE, timezone: zone }));
}

type Dates = Pick<CreateSeriesDto, 'start_date' | 'end_date'>;

const dateOf = (day: Date, time: string): DateInput =>
  DateInput.read(`${day.toISOString().slice(0, 10)} ${time}`.trim())!;

const latest = (weekday: number, day: Date): Date =>
  new Date(day.getTime() - ((day.getUTCDay() - weekday + 7) % 7) * DAY_MILLISECONDS);
