import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { nameKey } from '../../platform/texts';
import { batchesOf, type Transaction } from '../../platform/database';
import { ImportTargets } from './import-targets';

/** Fields of an event that a row fills, with the key of a name. */
const FIELDS = [
  { field: 'venue', kind: 'venues' },
  { field: 'organizer', kind: 'organizers' },
] as const;

type Named = Readonly<Record<string, unknown>>;

/** Ids and names of one statement. */
const LOOKUPS_MAX = 1000;
/** Maximum ids in a cell, as in requests. */
const IDS_MAX = 20;
const IDS = /^\d{1,10}(?:[\s,]+\d{1,10})*$/;

/**
 * Finds the venues and organizers in cells of tables: by ids if all of them exist, else by names, which may contain
 * commas.
 */
@Injectable()
export class RowLinks {
  constructor(private readonly targets: ImportTargets) {}

  /** Replaces names of existing records by ids. */
  async resolve(transaction: Transaction, dtos: readonly object[]): Promise<object[]> {
    const changed = new Map(dtos.map((dto) => [dto, { ...dto }]));
    for (const { field, kind } of FIELDS) {
      const lists = new Map<readonly Named[], readonly unknown[]>();
      for (const dto of dtos) {
        const list = (dto as Record<string, unknown>)[field] as readonly Named[] | undefined;
        if (list?.length) lists.set(list, list);
      }
      const names = [...lists.keys()].map((list) => list.map((one) => String(one[field])));
      const known = await this.find(transaction, kind, {
        id: new Set(names.flatMap(idsIn)),
        name_key: new Set(names.flatMap(joinedNames).map(nameKey)),
      });
      for (const [index, list] of [...lists.keys()].entries())
        lists.set(list, found(names[index], known, list));
      for (const [dto, copy] of changed) {
        const list = (dto as Record<string, unknown>)[field] as readonly Named[] | undefined;
        if (list?.length) Object.assign(copy, { [field]: lists.get(list) });
      }
    }
    return dtos.map((dto) => changed.get(dto)!);
  }

  private async find(
    { manager }: Transaction,
    kind: 'venues' | 'organizers',
    wanted: Record<'id' | 'name_key', ReadonlySet<string | number>>,
  ): Promise<Known> {
    const known = { ids: new Set<number>(), names: new Map<string, number>() };
    for (const column of ['id', 'name_key'] as const)
      for (const some of batchesOf([...wanted[column]], LOOKUPS_MAX)) {
        const rows = await manager
          .createQueryBuilder(this.targets.of(kind).entity, 'record')
          .select('record.id', 'id')
          .addSelect('record.name_key', 'name_key')
          .where({ [column]: In([...some]) })
          .andWhere("record.status <> 'trash'")
          .orderBy('record.id')
          .getRawMany<{ id: number; name_key: string }>();
        for (const { id, name_key } of rows) {
          if (column === 'id') known.ids.add(id);
          else if (!known.names.has(name_key)) known.names.set(name_key, id);
        }
      }
    return known;
  }
}

interface Known {
  ids: ReadonlySet<number>;
  names: ReadonlyMap<string, number>;
}

function idsIn(parts: readonly string[]): number[] {
  const ids = parts
    .filter((part) => IDS.test(part))
    .flatMap((part) => part.split(/[\s,]+/).map(Number));
  return ids.length > IDS_MAX ? [] : ids;
}

/** A name with commas was divided into several parts. */
const joinedNames = (parts: readonly string[]): string[] =>
  parts.flatMap((_part, start) =>
    parts.slice(start + 1).flatMap((_other, more) => namesOf(parts.slice(start, start + more + 2))),
  );

const namesOf = (parts: readonly string[]): string[] => [parts.join(', '), parts.join(',')];

/** Returns ids of existing records, and the data of new ones. */
function found(parts: readonly string[], { ids, names }: Known, list: readonly Named[]): unknown[] {
  const numbers = idsIn(parts);
  const areIds = numbers.length > 0 && numbers.every((id) => ids.has(id));
  const references: unknown[] = [];
  for (let start = 0; start < parts.length;) {
    let end = parts.length;
    let id: number | undefined;
    for (; end > start + 1; end--) {
      const key = namesOf(parts.slice(start, end)).map(nameKey);
      id = key.map((one) => names.get(one)).find((one) => one !== undefined);
      if (id !== undefined) break;
    }
    if (id !== undefined) references.push(id);
    else if (areIds && IDS.test(parts[start])) references.push(...idsIn([parts[start]]));
    else references.push(list[start]);
    start = end;
  }
  return references;
}
