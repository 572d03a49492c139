import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Step {
  file: string;
  text: string;
  /** The text is inserted after each match. */
  behind?: RegExp;
  /** The text replaces the match. */
  instead?: RegExp;
}

const GUIDE = join(__dirname, '../../docs/extending');

function codeOf(page: string): string[] {
  const text = readFileSync(join(GUIDE, `${page}.md`), 'utf8');
  return [...text.matchAll(/^( *)```ts\n(.*?)^ *```$/gms)].map(([, indent, code]) =>
    code
      .replaceAll(new RegExp(`^${indent}`, 'gm'), '')
      .replaceAll('performer', 'specimen')
      .replaceAll('Performer', 'Specimen')
      .replaceAll('PERFORMER', 'SPECIMEN'),
  );
}

const FOLDER = 'src/specimens';
const ENTITY = `${FOLDER}/specimen.entity.ts`;
const DTO = `${FOLDER}/dto/create-specimen.dto.ts`;
const QUERY = `${FOLDER}/dto/specimen-list-query.ts`;
const RECORD = `${FOLDER}/specimen-record.ts`;
const SERVICE = `${FOLDER}/specimens.service.ts`;
const MODULE = `${FOLDER}/specimens.module.ts`;
const TEST = 'test/api/specimens.test.ts';
const TEXTS = 'i18n/en/specimens.json';
/** The first ones of the page on fields add a field to venues. */
const CODES_OF_VENUES = 5;

/** Tests the order of the keys of events. */
const KEYS_TEST = 'test/api/events-write.test.ts';

/** The decorators of fields. */
const IMPORTED = /^import \{(?=[^}]* TextField)/m;
const IMPORTS = /(?:^import [^;]*;\n)+/;
const FILTERS = /const found = .*\n/;

const KINDS = (from: string): string =>
  `import { SPECIMEN_KINDS, type SpecimenKind } from '${from}';\n`;

function oneOfSomeValues(): Step[] {
  const [words, column, migration, field, response, parameter, filter] = codeOf('enum-field');
  return [
    { file: ENTITY, behind: IMPORTS, text: words },
    { file: ENTITY, behind: /description: string;\n/, text: column },
    { file: `${FOLDER}/add-specimen-kind.migration.ts`, text: migration },
    { file: DTO, behind: IMPORTS, text: KINDS('../specimen.entity') },
    { file: DTO, behind: IMPORTED, text: ' ChoiceField,' },
    { file: DTO, behind: /slug\?: string;\n/, text: field },
    { file: SERVICE, behind: /description = '', slug/, text: ', kind = null' },
    { file: SERVICE, behind: /= basis\.description, slug/, text: ', kind = basis.kind' },
    { file: SERVICE, behind: /^ +description,\n/gm, text: 'kind,\n' },
    { file: RECORD, behind: IMPORTS, text: KINDS('./specimen.entity') },
    { file: RECORD, behind: /rest_url: string;\n/, text: response },
    { file: RECORD, behind: /description(?=[^}]* \} = shown)/, text: ', kind' },
    { file: RECORD, behind: /rest_url: links\.[^\n]*\n/, text: 'kind,\n' },
    { file: QUERY, behind: IMPORTS, text: KINDS('../specimen.entity') },
    { file: QUERY, behind: /order\?: 'asc' \| 'desc';\n/, text: parameter },
    { file: SERVICE, behind: FILTERS, text: filter },
    { file: TEXTS, behind: /"list": \{/, text: '"kind": "One of them.",' },
    { file: TEXTS, behind: /"record": \{/, text: '"kind": "One of them, or null.",' },
    { file: TEXTS, instead: /^\{/, text: '{ "kind": "One of them.",' },
    { file: TEST, behind: /optional: \{/, text: " kind: { sent: 'choir', cleared: null }," },
    { file: TEST, behind: /description url rest_url/, text: ' kind' },
  ];
}

function translatableText(): Step[] {
  const code = codeOf('field').slice(CODES_OF_VENUES);
  const [migration, column, field, response, test] = code;
  return [
    { file: `${FOLDER}/add-specimen-instrument.migration.ts`, text: migration },
    { file: ENTITY, behind: /description: string;\n/, text: column },
    { file: DTO, behind: /slug\?: string;\n/, text: field },
    { file: SERVICE, behind: /description = '', slug/, text: ", instrument = ''" },
    {
      file: SERVICE,
      behind: /= basis\.description, slug/,
      text: ', instrument = basis.instrument',
    },
    { file: SERVICE, behind: /^ +description,\n/gm, text: 'instrument,\n' },
    { file: RECORD, behind: /rest_url: string;\n/, text: response },
    { file: RECORD, behind: /description(?=[^}]* \} = shown)/, text: ', instrument' },
    { file: RECORD, behind: /rest_url: links\.[^\n]*\n/, text: 'instrument,\n' },
    { file: TEXTS, behind: /"record": \{/, text: '"instrument": "What it plays.",' },
    { file: TEXTS, instead: /^\{/, text: '{ "instrument": "What it plays.",' },
    { file: TEST, behind: /optional: \{/, text: " instrument: { sent: 'Violin', cleared: '' }," },
    { file: TEST, behind: /description url rest_url/, text: ' instrument' },
    { file: TEST, instead: /(?= {2}describe\('A list')/, text: `${test}\n` },
  ];
}

function linkToAnotherResource(): Step[] {
  const code = codeOf('reference-field');
  const [migration, column, field, service, resolution, created, updated] = code;
  const [response, read, parameter, filter, test] = code.slice(7);
  const venues = '../calendar/venues';
  return [
    { file: `${FOLDER}/add-specimen-venue.migration.ts`, text: migration },
    { file: ENTITY, behind: /description: string;\n/, text: column },
    { file: DTO, behind: IMPORTED, text: ' IntegerField,' },
    { file: DTO, behind: /slug\?: string;\n/, text: field },
    {
      file: MODULE,
      behind: IMPORTS,
      text: `import { VenuesModule } from '${venues}/venues.module';\n`,
    },
    { file: MODULE, behind: /imports: \[/, text: 'VenuesModule, ' },
    {
      file: SERVICE,
      behind: IMPORTS,
      text: `import { EventVenues } from '${venues}/event-venues';\n`,
    },
    { file: SERVICE, behind: /constructor\(\n/, text: service },
    { file: SERVICE, instead: /\}\n$/, text: `\n${resolution}}\n` },
    { file: SERVICE, behind: /writer\.insert\(transaction, Specimen, \{\n/, text: created },
    { file: SERVICE, behind: /writer\.update\(transaction, Specimen, stored, \{\n/, text: updated },
    { file: RECORD, behind: /rest_url: string;\n/, text: response },
    { file: RECORD, behind: /rest_url: links\.[^\n]*\n/, text: 'venue: stored.venue_id,\n' },
    { file: SERVICE, instead: /return context\.conditions\.withValidators\(.*\n/, text: read },
    { file: QUERY, behind: /order\?: 'asc' \| 'desc';\n/, text: parameter },
    { file: SERVICE, behind: FILTERS, text: filter },
    { file: TEXTS, behind: /"list": \{/, text: '"venue": "Those who play there.",' },
    { file: TEXTS, behind: /"record": \{/, text: '"venue": "Where it plays, or null.",' },
    { file: TEXTS, instead: /^\{/, text: '{ "venue": "Where it plays.",' },
    { file: TEST, behind: /description url rest_url/, text: ' venue' },
    { file: TEST, instead: /(?= {2}describe\('A list')/, text: `${test}\n` },
  ];
}

function linkingToEvents(): Step[] {
  const [migration, link, kind, test] = codeOf('linked-resource');
  return [
    { file: `${FOLDER}/create-event-specimens.migration.ts`, text: migration },
    { file: `${FOLDER}/event-specimen.entity.ts`, text: link },
    { file: `${FOLDER}/event-specimens.ts`, text: kind },
    {
      file: MODULE,
      behind: IMPORTS,
      text:
        "import { EventSpecimen } from './event-specimen.entity';\n" +
        "import { EventSpecimens } from './event-specimens';\n",
    },
    { file: MODULE, behind: /forFeature\(\[/, text: 'EventSpecimen, ' },
    { file: MODULE, behind: /providers: \[/, text: 'EventSpecimens, ' },
    { file: TEXTS, behind: /"record": \{/, text: '"event": "Those of the event.",' },
    {
      file: TEXTS,
      instead: /^\{/,
      text: '{ "event": "Those of the event.", "event_list": "Only events that have them.",',
    },
    { file: TEST, instead: /(?= {2}describe\('A list')/, text: `${test}\n` },
    { file: KEYS_TEST, behind: /recurrence_id overrides/, text: ' specimens' },
  ];
}

const EVENTS = 'src/calendar/events';
const EVENT_TEXTS = 'i18n/en/events.json';
const FILTERS_TEST = 'test/api/events-filters.test.ts';
const PROTECTED_TEST = 'test/support/protected-events.ts';

/** The tutorial that adds a field and a flag to events. */
export function fieldOfEvents(): Step[] {
  const codes = codeOf('event-field');
  const [migration, column, field, key, value, entry, parameter, filtered, made, test] = codes;
  const flag = codes.slice(10, 16);
  return [
    ...partsOfField('dress_code', [column, field, key, value, entry, parameter]),
    ...partsOfField('outdoor', flag),
    {
      file: `${EVENTS}/add-outdoor.migration.ts`,
      text: migration
        .replaceAll('dressCode', 'outdoor')
        .replaceAll('DressCode1999999999004', 'Outdoor1999999999005')
        .replaceAll(/text\('dress_code', 100\)/g, "flag('outdoor')")
        .replaceAll('dress_code', 'outdoor'),
    },
    {
      file: `${EVENTS}/dto/event-list-query.ts`,
      behind: /IntegerParameter,\n/,
      text: 'TextParameter,\n',
    },
    { file: PROTECTED_TEST, behind: /const filters: .*\n/, text: filtered },
    { file: PROTECTED_TEST, behind: /^ {8}ticketed: true,\n/m, text: made },
    { file: PROTECTED_TEST, behind: /const filters: .*\n/, text: 'outdoor: { outdoor: true },\n' },
    { file: PROTECTED_TEST, behind: /^ {8}ticketed: true,\n/m, text: 'outdoor: true,\n' },
    {
      file: 'test/api/events-password.test.ts',
      behind: /^ {8}ticketed: null,\n/m,
      text: 'outdoor: null,\n',
    },
    { file: FILTERS_TEST, instead: /\}\);\n$/, text: `\n${test}});\n` },
    { file: `${EVENTS}/add-dress-code.migration.ts`, text: migration },
  ];
}

/** The steps that are alike for every field, which goes behind `website`. */
function partsOfField(
  name: string,
  [column, field, key, value, entry, parameter]: readonly string[],
): Step[] {
  return [
    {
      file: `${EVENTS}/event-template.entity.ts`,
      behind: /^ {2}website: string;\n/m,
      text: column,
    },
    { file: `${EVENTS}/dto/create-event.dto.ts`, behind: /website\?: string;\n/, text: field },
    { file: `${EVENTS}/event-record.ts`, behind: /^ {2}website: string;\n/m, text: key },
    { file: `${EVENTS}/reading/present-event.ts`, behind: /website: row\.website,\n/, text: value },
    { file: `${EVENTS}/event-keys.ts`, behind: /^ {2}website: .*\n/m, text: entry },
    {
      file: `${EVENTS}/dto/event-list-query.ts`,
      behind: /class EventListQuery .*\n/,
      text: parameter,
    },
    { file: KEYS_TEST, behind: /cost_details website/, text: ` ${name}` },
    { file: EVENT_TEXTS, behind: /"list": \{/, text: `"${name}": "Only such events: ${name}.",` },
    { file: EVENT_TEXTS, behind: /"record": \{/, text: `"${name}": "As sent: ${name}.",` },
    { file: EVENT_TEXTS, instead: /^\{/, text: `{ "${name}": "What it is: ${name}.",` },
  ];
}

/** The tutorials that extend a generated resource, in order. */
export const TUTORIALS: readonly Step[] = [
  ...translatableText(),
  ...oneOfSomeValues(),
  ...linkToAnotherResource(),
  ...linkingToEvents(),
];
