import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { HeaderResolver, I18nModule, I18nService } from 'nestjs-i18n';
import { randomRules } from '../../../../test/support/series/random-rules';
import { daily, JAZZ, type SentSet, setOf } from '../../../../test/support/series/sets';
import { I18N_FOLDER, type Settings } from '../../../platform/config';
import { UTC } from '../../../platform/dates';
import { RequestedLanguage } from '../../../platform/http/context';
import { languages } from '../../../platform/i18n';
import { dayNumber, dayText, type SeriesSet } from '../series/set';
import { ruleDays } from '../series/set/rule-days';
import { ScheduleWords } from './schedule-words';

const LANGUAGES = ['en', 'de', 'fr'] as const;

const contextIn = (lang?: string, content = 'en') => ({
  language: lang === undefined ? undefined : new RequestedLanguage(lang),
  site: { contentLanguage: content } as Settings,
});

let words: ScheduleWords;
beforeAll(async () => {
  const module = await NestFactory.createApplicationContext(
    I18nModule.forRoot({
      fallbackLanguage: 'en',
      loaderOptions: { path: I18N_FOLDER },
      resolvers: [HeaderResolver],
      logging: false,
      disableMiddleware: true,
    }),
    { logger: false },
  );
  words = new ScheduleWords(module.get(I18nService), { i18nFolder: I18N_FOLDER } as Settings);
  await module.close();
});

describe('The words of an event', () => {
  const say = (start_date: string, end_date: string, lang?: string, all_day = false) =>
    words.event({ start_date, end_date, all_day }, contextIn(lang));

  it.each([
    ['2027-05-04 20:00:00', '2027-05-04 23:00:00', 'May 4, 2027, 8:00 – 11:00 PM'],
    ['2027-05-04 20:00:00', '2027-05-04 20:00:00', 'May 4, 2027 at 8:00 PM'],
    [
      '2027-12-31 22:00:00',
      '2028-01-01 03:00:00',
      'December 31, 2027 at 10:00 PM – January 1, 2028 at 3:00 AM',
    ],
    ['0001-01-01 00:00:00', '0001-01-01 10:30:00', 'January 1, 1, 12:00 – 10:30 AM'],
    ['9999-12-30 20:00:00', '9999-12-30 23:00:00', 'December 30, 9999, 8:00 – 11:00 PM'],
  ])('from %s until %s are "%s"', (start, end, said) => {
    expect(say(start, end)).toBe(said);
    expect(say(start, end)).toBe(said);
  });

  it.each([
    ['2027-05-04', '2027-05-04', 'en', 'May 4, 2027'],
    ['2027-05-04', '2027-05-06', 'en', 'May 4 – 6, 2027'],
    ['2027-06-01', '2027-06-01', 'fr', '1 juin 2027'],
    ['2027-06-01', '2027-06-11', 'fr-CA', '1–11 juin 2027'],
    ['2027-05-31', '2027-06-01', 'fr', '31 mai – 1 juin 2027'],
  ])('of whole days from %s until %s in %s are "%s"', (first, last, lang, said) => {
    expect(say(`${first} 00:00:00`, `${last} 23:59:59`, lang, true)).toBe(said);
  });

  it.each([
    ['de', '4. Mai 2027'],
    ['fr', '4 mai 2027'],
    ['fr-CA', '4 mai 2027'],
    ['es', '4 de mayo de 2027'],
    ['en-GB', '4 May 2027'],
    ['ja', '2027年5月4日'],
    // Of the Gregorian calendar, where another one is usual.
    ['th', '4 พฤษภาคม ค.ศ. 2027'],
    ['tlh', 'May 4, 2027'],
  ])('in %s are "%s"', (lang, said) => {
    expect(say('2027-05-04 00:00:00', '2027-05-04 23:59:59', lang, true)).toBe(said);
  });

  it('are in the language of the setting by default', () => {
    const dates = { start_date: '2027-05-04 20:00:00', end_date: '2027-05-04 20:00:00' };
    const event = { ...dates, all_day: false };
    expect(words.event(event, contextIn(undefined, 'de'))).toBe('4. Mai 2027 um 20:00');
    expect(words.event(event, contextIn('en', 'de'))).toBe('May 4, 2027 at 8:00 PM');
  });
});

/** Rules from 4 May 2027, a Tuesday, as whole days. */
const RULES: [rrule: string, said: Record<(typeof LANGUAGES)[number], string>][] = [
  [
    'FREQ=DAILY',
    {
      en: 'every day, from May 4, 2027',
      de: 'jeden Tag, ab dem 4. Mai 2027',
      fr: 'tous les jours, à partir du 4 mai 2027',
    },
  ],
  [
    'FREQ=DAILY;INTERVAL=3;BYMONTH=5,6',
    {
      en: 'every 3 days in May and June, from May 4, 2027',
      de: 'alle 3 Tage im Mai und Juni, ab dem 4. Mai 2027',
      fr: 'tous les 3 jours en mai et juin, à partir du 4 mai 2027',
    },
  ],
  [
    'FREQ=WEEKLY;UNTIL=20270629',
    {
      en: 'every Tuesday, from May 4, 2027 until June 29, 2027',
      de: 'jeden Dienstag, vom 4. Mai 2027 bis zum 29. Juni 2027',
      fr: 'tous les mardis, du 4 mai 2027 au 29 juin 2027',
    },
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=12',
    {
      en: 'every other Tuesday, from May 4, 2027, 12 times',
      de: 'jeden zweiten Dienstag, 12-mal ab dem 4. Mai 2027',
      fr: 'un mardi sur deux, 12 fois à partir du 4 mai 2027',
    },
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,WE',
    {
      en: 'every two weeks on Tuesday and Wednesday, from May 4, 2027',
      de: 'alle zwei Wochen am Dienstag und Mittwoch, ab dem 4. Mai 2027',
      fr: 'toutes les deux semaines, le mardi et le mercredi, à partir du 4 mai 2027',
    },
  ],
  [
    'FREQ=WEEKLY;INTERVAL=3;BYDAY=TU,SU;WKST=SU',
    {
      en: 'every 3 weeks on Tuesday and Sunday, weeks begin on Sunday, from May 4, 2027',
      de: 'alle 3 Wochen am Dienstag und Sonntag, Wochenbeginn am Sonntag, ab dem 4. Mai 2027',
      fr: 'toutes les 3 semaines, le mardi et le dimanche, les semaines commencent le dimanche, à partir du 4 mai 2027',
    },
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=-1,4,-3',
    {
      en: 'on the 4th, the third to last day, and the last day of the month, from May 4, 2027',
      de: 'am 4., drittletzten Tag und letzten Tag im Monat, ab dem 4. Mai 2027',
      fr: 'le 4, l’antépénultième jour et le dernier jour du mois, à partir du 4 mai 2027',
    },
  ],
  [
    'FREQ=MONTHLY;BYDAY=TU,-4FR;UNTIL=20270601',
    {
      en: 'every Tuesday and on the 4th Friday from the end of the month, from May 4, 2027 until June 1, 2027',
      de: 'jeden Dienstag und am 4.-letzten Freitag im Monat, vom 4. Mai 2027 bis zum 1. Juni 2027',
      fr: 'tous les mardis et le 4ᵉ vendredi en partant de la fin du mois, du 4 mai 2027 au 1 juin 2027',
    },
  ],
  [
    'FREQ=MONTHLY;BYDAY=1TU,3TU,-1TU',
    {
      en: 'on the first, third, and last Tuesday of the month, from May 4, 2027',
      de: 'am ersten, dritten und letzten Dienstag im Monat, ab dem 4. Mai 2027',
      fr: 'le premier, le troisième et le dernier mardi du mois, à partir du 4 mai 2027',
    },
  ],
  [
    'FREQ=MONTHLY;BYDAY=1TU,-1FR',
    {
      en: 'on the first Tuesday and the last Friday of the month, from May 4, 2027',
      de: 'am ersten Dienstag und letzten Freitag im Monat, ab dem 4. Mai 2027',
      fr: 'le premier mardi et le dernier vendredi du mois, à partir du 4 mai 2027',
    },
  ],
  [
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=1TU,-2FR',
    {
      en: 'every two months on the first Tuesday and the second to last Friday, from May 4, 2027',
      de: 'alle zwei Monate am ersten Dienstag und vorletzten Freitag, ab dem 4. Mai 2027',
      fr: 'tous les deux mois, le premier mardi et l’avant-dernier vendredi, à partir du 4 mai 2027',
    },
  ],
  [
    'FREQ=MONTHLY;BYDAY=TU,TH;BYSETPOS=1,-1',
    {
      en: 'every Tuesday and Thursday, only on the first and last of these days of the month, from May 4, 2027',
      de: 'jeden Dienstag und Donnerstag, nur am ersten und letzten dieser Tage im Monat, ab dem 4. Mai 2027',
      fr: 'tous les mardis et jeudis, seulement le premier et le dernier de ces jours du mois, à partir du 4 mai 2027',
    },
  ],
  [
    'FREQ=MONTHLY;BYDAY=TU;BYMONTHDAY=4',
    {
      en: 'every Tuesday, only on the 4th of the month, from May 4, 2027',
      de: 'jeden Dienstag, nur am 4. im Monat, ab dem 4. Mai 2027',
      fr: 'tous les mardis, seulement le 4 du mois, à partir du 4 mai 2027',
    },
  ],
  [
    'FREQ=YEARLY',
    {
      en: 'every year on May 4, from May 4, 2027',
      de: 'jedes Jahr am 4. Mai, ab dem 4. Mai 2027',
      fr: 'chaque année, le 4 mai, à partir du 4 mai 2027',
    },
  ],
  [
    'FREQ=YEARLY;BYMONTH=5;BYDAY=TU,FR',
    {
      en: 'every Tuesday and Friday in May, from May 4, 2027',
      de: 'jeden Dienstag und Freitag im Mai, ab dem 4. Mai 2027',
      fr: 'tous les mardis et vendredis en mai, à partir du 4 mai 2027',
    },
  ],
  [
    'FREQ=YEARLY;BYMONTHDAY=4',
    {
      en: 'on the 4th of the month, from May 4, 2027',
      de: 'am 4. im Monat, ab dem 4. Mai 2027',
      fr: 'le 4 du mois, à partir du 4 mai 2027',
    },
  ],
  [
    'FREQ=YEARLY;BYMONTH=5;BYDAY=1TU',
    {
      en: 'every year on the first Tuesday in May, from May 4, 2027',
      de: 'jedes Jahr am ersten Dienstag im Mai, ab dem 4. Mai 2027',
      fr: 'chaque année, le premier mardi en mai, à partir du 4 mai 2027',
    },
  ],
  [
    'FREQ=YEARLY;INTERVAL=2;BYYEARDAY=124,-1',
    {
      en: 'every two years on the 124th and last day of the year, from May 4, 2027',
      de: 'alle zwei Jahre am 124. und letzten Tag im Jahr, ab dem 4. Mai 2027',
      fr: 'tous les deux ans, le 124ᵉ et le dernier jour de l’année, à partir du 4 mai 2027',
    },
  ],
];

describe('The words of a series', () => {
  const say = (sent: SentSet, lang?: string) =>
    words.series(setOf({ ...JAZZ, ...sent }), contextIn(lang));
  const dates = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => `${dayText(dayNumber('2027-06-01') + index)} 20:00`,
    );

  it.each(RULES)('of %s are %j', (rrule, said) => {
    const set = daily(rrule, '2027-05-04');
    expect(
      Object.fromEntries(LANGUAGES.map((lang) => [lang, words.series(set, contextIn(lang))])),
    ).toEqual(said);
  });

  it('say the time, the excluded and the further dates, with their years where these differ', () => {
    const rrule = 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270629';
    expect(say({ rrule, exdates: ['2027-05-18'] })).toBe(
      'every Tuesday, 8:00 – 11:00 PM, from May 4, 2027 until June 29, 2027, except May 18',
    );
    expect(say({ exdates: ['2027-05-18', '2028-05-30'], rdates: ['2027-07-14'] }, 'de')).toBe(
      'jeden Dienstag, 20:00–23:00 Uhr, ab dem 4. Mai 2027, zusätzlich am 14. Juli, ' +
        'außer am 18. Mai und 30. Mai 2028',
    );
    expect(say({ rdates: ['2027-07-14 21:00', '2027-07-15'] })).toBe(
      'every Tuesday, 8:00 – 11:00 PM, from May 4, 2027, ' +
        'also on July 14, 2027 at 9:00 PM and July 15, 2027 at 8:00 PM',
    );
  });

  it('name 20 dates, and the number of the others', () => {
    const rdates = dates(27).filter((date) => !/-(01|08|15|22)/.test(date.slice(7)));
    expect(say({ rdates: rdates.slice(0, 20) })).toMatch(/, and June 24$/);
    expect(say({ rdates: rdates.slice(0, 22) })).toMatch(/, June 24, and 2 more$/);
    expect(say({ rdates: rdates.slice(0, 21) }, 'de')).toMatch(/ 24\. Juni und an 1 weiteren Tag$/);
    expect(say({ rdates: rdates.slice(0, 22) }, 'fr')).toMatch(/ le 24 juin et 2 autres jours$/);
  });

  it.each([
    ['2027-05-05 03:00', '8:00 PM – 3:00 AM'],
    ['2027-05-06 03:00', '8:00 PM – 3:00 AM, over 3 days'],
    ['2027-05-04 20:00', '8:00 PM'],
  ])('with an end on %s have the time %s', (end_date, time) => {
    expect(say({ end_date })).toBe(`every Tuesday, ${time}, from May 4, 2027`);
  });

  it('without a rule are its dates', () => {
    const rdates = ['2027-06-01', '2028-07-14'];
    expect(say({ rrule: '', rdates })).toBe(
      'on May 4, 2027, June 1, and July 14, 2028, 8:00 – 11:00 PM',
    );
    expect(say({ rrule: '', rdates }, 'fr')).toBe(
      'le 4 mai 2027, le 1 juin et le 14 juillet 2028, 20:00 – 23:00',
    );
    expect(say({ rrule: '', rdates: ['2027-06-01 19:00'] })).toBe(
      'May 4, 2027, 8:00 – 11:00 PM and June 1, 2027, 7:00 – 10:00 PM',
    );
    expect(say({ rrule: '', rdates: ['2027-06-01'], exdates: ['2027-05-04'] })).toBe(
      'June 1, 2027, 8:00 – 11:00 PM',
    );
    const days = { start_date: '2027-05-04', end_date: '2027-05-06', all_day: true };
    expect(say({ ...days, rrule: '', rdates: ['2027-06-01'] })).toBe(
      'May 4 – 6, 2027 and June 1 – 3, 2027',
    );
  });

  it('are in the closest language with words, with the dates of its region', () => {
    const allDay = { start_date: '2027-05-04', end_date: '2027-05-04', all_day: true };
    expect(say(allDay, 'en-GB')).toBe('every Tuesday, from 4 May 2027');
    expect(say(allDay, 'fr-CA')).toBe('tous les mardis, à partir du 4 mai 2027');
    expect(say(allDay, 'es')).toBe('every Tuesday, from May 4, 2027');
  });
});

describe('The texts of schedules', () => {
  const textsOf = (language: string): Record<string, string | Record<string, string>> =>
    JSON.parse(readFileSync(join(I18N_FOLDER, language, 'schedule.json'), 'utf8')) as ReturnType<
      typeof textsOf
    >;

  it.each(languages())('are complete in %s', (language) => {
    const texts = textsOf(language);
    expect(Object.keys(texts)).toEqual(Object.keys(textsOf('en')));
    for (const text of Object.values(texts))
      expect(typeof text === 'string' ? text : text.other).toMatch(/./);
  });
});

describe('The words of 1,500 random rules', () => {
  const rules = randomRules(1500, dayNumber('2027-01-01'), 0).map(({ rule, start }) => ({
    days: [...ruleDays(rule, start, start, start + 366)].join(),
    set: {
      rule,
      start: `${dayText(start)} 00:00:00`,
      end: `${dayText(start)} 23:59:59`,
      allDay: true,
      zone: UTC,
      rdates: [],
      exdates: [],
    } satisfies SeriesSet,
  }));

  it.each(languages())('in %s differ where their dates of the next year differ', (lang) => {
    expect(rules).toHaveLength(1500);
    const daysOf = new Map<string, Set<string>>();
    for (const { set, days } of rules) {
      const said = words.series(set, contextIn(lang));
      daysOf.set(said, (daysOf.get(said) ?? new Set()).add(days));
    }
    expect([...daysOf].filter(([, days]) => days.size > 1)).toEqual([]);
    // No text is missing, and no value.
    expect(
      [...daysOf.keys()].filter((said) => said === '' || /[{}_]|schedule\./.test(said)),
    ).toEqual([]);
  });
});
