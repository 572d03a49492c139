import { isDeepStrictEqual } from 'node:util';
import type { EventLinks } from '../../links';
import { KEY_ENTRIES } from '../event-keys';
import type { EventTemplate } from '../event-template.entity';

type FieldColumn = Exclude<keyof EventTemplate, 'id' | 'version'>;

/**
 * The names in `overrides`, with their columns. Columns that depend on each other have one name. The links of
 * each kind are a field of their own, named by its key.
 */
const FIELDS: Readonly<Record<string, readonly FieldColumn[]>> = {
  author: ['author'],
  status: ['status'],
  date: ['date_utc'],
  description: ['description'],
  excerpt: ['excerpt'],
  image: ['image', 'image_details'],
  cost: ['cost'],
  post_parent: ['post_parent'],
  event_status: ['event_status', 'event_status_reason'],
  password: ['password_hash'],
  ...storedAsSent(),
};

const ENTRIES = Object.entries(FIELDS);

function storedAsSent(): Record<string, readonly FieldColumn[]> {
  const entries = KEY_ENTRIES.filter(([, { initial }]) => initial !== undefined);
  return Object.fromEntries(
    entries.map(([key, { columns }]) => [key, columns as readonly FieldColumn[]]),
  );
}

export interface FieldValues {
  values: Pick<EventTemplate, FieldColumn>;
  links: EventLinks;
}

export function columnsOfFields(
  values: FieldValues['values'],
  isTaken: (field: string) => boolean = () => true,
): Partial<FieldValues['values']> {
  return Object.fromEntries(
    ENTRIES.filter(([field]) => isTaken(field)).flatMap(([, columns]) =>
      columns.map((column) => [column, values[column]]),
    ),
  );
}

export const linksOfFields = (
  series: EventLinks,
  own: EventLinks,
  isTaken: (field: string) => boolean,
): EventLinks => {
  const kinds = new Set([...Object.keys(series), ...Object.keys(own)]);
  return Object.fromEntries(
    [...kinds].map((kind) => [kind, (isTaken(kind) ? series[kind] : own[kind]) ?? []]),
  );
};

/** Returns the values of the fields by name, to compare them. */
export const valuesOfFields = ({ values, links }: FieldValues): OverridableValues => ({
  ...Object.fromEntries(
    ENTRIES.map(([field, columns]) => [field, columns.map((column) => values[column])]),
  ),
  ...links,
});

export function differingFields(one: FieldValues, other: FieldValues): Set<string> {
  const differs = (column: FieldColumn): boolean =>
    !isSame(one.values[column], other.values[column]);
  const fields = ENTRIES.filter(([, columns]) => columns.some(differs)).map(([field]) => field);
  const kinds = [...Object.keys(one.links), ...Object.keys(other.links)];
  const isSameLinks = (kind: string): boolean =>
    isSame(one.links[kind] ?? [], other.links[kind] ?? []);
  return new Set([...fields, ...kinds.filter((kind) => !isSameLinks(kind))]);
}

export function sentFields(body: object): Set<string> {
  const keys = Object.entries(body).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  const sent = new Set(keys);
  for (const [field, columns] of ENTRIES)
    if (columns.some((column) => sent.has(column))) sent.add(field);
  return sent;
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && isDeepStrictEqual(one, other));

/** The override of start, end, zone and `all_day`. */
export const DATES = 'start_date';

export type OverridableValues = Readonly<Record<string, unknown>>;

/**
 * Returns the overrides of an occurrence after a write: unchanged ones, and the fields whose value the write
 * changes to another one than that of the series.
 */
export function overridesAfter(
  overrides: readonly string[],
  before: OverridableValues,
  after: OverridableValues,
  series: OverridableValues,
): string[] {
  return Object.keys(after).filter((name) =>
    isDeepStrictEqual(before[name], after[name])
      ? overrides.includes(name)
      : !isDeepStrictEqual(after[name], series[name]),
  );
}
