import { Injectable } from '@nestjs/common';
import type { Caller, RequestContext } from '../../../platform/http/request-context';
import type { FieldSelection } from '../../../platform/http/sparse-fields';
import { type LinkKind, LinkKinds, type LinksByKind } from '../../links';
import { SHORT_INSIDE, type TextReading, textReading, withLongTexts } from '../../posts';
import type { EventRelations } from '../event-record';
import type { Related, RelatedRows } from './related-rows';

/** Reads and presents the linked records of events and series. */
@Injectable()
export class RelatedReader {
  constructor(private readonly kinds: LinkKinds) {}

  /** Reads the linked records that the response needs. */
  read(links: LinksByKind, fields: FieldSelection, caller: Caller): Promise<Related[]> {
    return Promise.all(
      this.kinds.all.map(async (kind) => {
        const found = isSelected(kind, fields) ? (links.get(kind) ?? []) : [];
        return { kind, rows: await kind.read(found, readingInside(fields, kind), caller) };
      }),
    );
  }

  /** Adds the long texts that were not read with the linked records. */
  async withLongTexts(
    related: readonly Related[],
    fields: FieldSelection,
    caller: Caller,
  ): Promise<Related[]> {
    const whole: Related[] = [];
    for (const { kind, rows } of related) {
      const read = [...new Set(rows.map(({ row }) => row))];
      const records = await withLongTexts(read, readingInside(fields, kind), (ids) =>
        kind.readWhole(ids, caller),
      );
      if (records === read) {
        whole.push({ kind, rows });
        continue;
      }
      const known = new Map(records.map((row) => [row.id, row]));
      whole.push({
        kind,
        rows: rows.flatMap(({ event_id, row: { id } }) => {
          const row = known.get(id);
          return row ? [{ event_id, row }] : [];
        }),
      });
    }
    return whole;
  }

  present(related: readonly RelatedRows[], context: RequestContext): EventRelations {
    const linked: Record<string, unknown[]> = {};
    for (const { kind, rows } of related)
      linked[kind.key] = rows.map((row) => kind.present(row, context));
    return linked as unknown as EventRelations;
  }
}

/** Returns whether the response needs the linked records of a kind. */
export const isSelected = ({ key }: LinkKind, fields: FieldSelection): boolean =>
  fields.has(key) || fields.has('json_ld');

/** Returns which long texts of the linked records of a kind are needed. */
const readingInside = (fields: FieldSelection, { key, entity }: LinkKind): TextReading =>
  fields.has('json_ld') ? SHORT_INSIDE : textReading(fields.of(key), entity, SHORT_INSIDE);
