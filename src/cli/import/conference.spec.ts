import type { CreateEventDto } from '../../calendar/events/dto/create-event.dto';
import { DateInput } from '../../platform/foundation/dates';
import {
  type Conference,
  conferenceKey,
  type ConferenceRow,
  describeConference,
  eventFields,
  mergeConferences,
} from './conference';
import { topicName } from './topics';

const conference = ({
  event,
  ...other
}: Partial<Omit<Conference, 'event'>> & { event?: Partial<CreateEventDto> } = {}): Conference => ({
  key: 'webdays',
  line: 1,
  rows: 1,
  event: {
    title: 'Webdays',
    start_date: DateInput.read('2027-05-01'),
    end_date: DateInput.read('2027-05-03'),
    ...event,
  } as CreateEventDto,
  place: { venue: 'Berlin', city: 'Berlin', country: 'Germany' },
  topics: ['javascript'],
  ...other,
});

describe('eventFields', () => {
  it.each([
    [
      { city: 'Dallas, TX', country: 'U.S.A.' },
      { venue: 'Dallas, TX', city: 'Dallas', state: 'TX' },
    ],
    [
      { city: 'Falmouth, Cornwall', country: 'U.K.' },
      { city: 'Falmouth, Cornwall', state: '' },
    ],
    [{ city: 'Paris' }, { venue: 'Paris', city: 'Paris', country: '' }],
  ] satisfies [ConferenceRow, object][])('reads the place of %j', (row, venue) => {
    expect(eventFields(row).venue).toMatchObject([venue]);
  });

  it.each([
    ['@webdays', '@webdays', 'https://twitter.com/webdays'],
    ['@@webdays', '@webdays', 'https://twitter.com/webdays'],
    ['webdays', '@webdays', 'https://twitter.com/webdays'],
    ['@web.days', '@web.days', ''],
  ])('creates an organizer from %s', (twitter, organizer, website) => {
    expect(eventFields({ twitter }).organizer).toEqual([{ organizer, website }]);
  });

  it('leaves missing fields empty', () => {
    expect(eventFields({ name: 'Webdays' })).toMatchObject({
      website: null,
      venue: [],
      organizer: [],
      categories: [],
      tags: [],
      custom_fields: {},
    });
  });
});

describe('conferenceKey', () => {
  const row = { name: 'Webdays', startDate: '2027-05-01', city: 'Berlin', topic: 'javascript' };

  it.each([
    ['under another topic', { topic: 'css' }],
    ['in any case', { name: 'WEBDAYS' }],
    ['with tags and white space', { name: ' <b>Webdays</b>', city: 'Berlin\n' }],
  ])('is equal %s', (_how, other) => {
    expect(conferenceKey({ ...row, ...other })).toBe(conferenceKey(row));
  });

  it.each([
    ['name', { name: 'Webweeks' }],
    ['first day', { startDate: '2028-05-01' }],
    ['city', { city: undefined }],
  ])('differs with another %s', (_what, other) => {
    expect(conferenceKey({ ...row, ...other })).not.toBe(conferenceKey(row));
  });

  it('accepts values of any type', () => {
    expect(conferenceKey({ name: { toString: 1 }, startDate: 20270501, city: null })).toBe(
      '\n20270501\n',
    );
  });
});

describe('mergeConferences', () => {
  const label = 'Languages';
  const merged = mergeConferences(
    conference({
      event: { website: '', custom_fields: { a: { label, value: 'EN' } } },
    }),
    conference({
      line: 9,
      topics: ['javascript', 'css'],
      event: {
        website: 'https://webdays.example.org',
        end_date: DateInput.read('2027-05-04'),
        custom_fields: { a: { label, value: 'DE' }, b: { label, value: 'FR' } },
      },
    }),
  );

  it('returns the topics of both, without duplicates', () => {
    expect(merged).toMatchObject({ line: 1, rows: 2, topics: ['javascript', 'css'] });
  });

  it('prefers the values of the first row, and adds missing ones from the second', () => {
    expect(merged.event).toMatchObject({
      end_date: { sent: '2027-05-03' },
      website: 'https://webdays.example.org',
      custom_fields: { a: { label, value: 'EN' }, b: { label, value: 'FR' } },
    });
  });
});

describe('describeConference', () => {
  const online = { tags: ['Online'] };
  it.each([
    [conference(), 'A conference on JavaScript in Berlin, Germany.'],
    [
      conference({ topics: ['css', 'ux', 'php'], event: online }),
      'A conference on CSS, UX, and PHP in Berlin, Germany, and online.',
    ],
    [conference({ topics: ['general'], place: undefined, event: online }), 'A conference, online.'],
    [
      conference({
        topics: [],
        place: { venue: 'Singapore', country: 'Singapore' },
      }),
      'A conference in Singapore.',
    ],
  ])('describes the known fields: %#', (known, sentence) => {
    expect(describeConference(known)).toBe(sentence);
  });
});

describe('topicName', () => {
  it.each([
    ['javascript', 'JavaScript'],
    ['ruby', 'Ruby'],
    ['cpp', 'C++'],
    ['machine-learning', 'Machine Learning'],
    ['übersetzung', 'Übersetzung'],
  ])('converts %s to %s', (topic, name) => {
    expect(topicName(topic)).toBe(name);
  });
});
