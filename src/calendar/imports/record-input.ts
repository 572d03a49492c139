import type { Type } from '@nestjs/common';
import { RecentlyUsed } from '../../platform/foundation/reuse';
import type { InputPipe } from '../../platform/input';

/** The capacity for validated lists; characters. */
const LISTS_MAX = 200_000;

/**
 * Validates the records of an import by the rules of the API. Many events have the same venues, organizers and
 * categories: equal lists are validated once.
 */
export class RecordInput {
  private readonly lists = new RecentlyUsed<string, unknown>(LISTS_MAX);

  constructor(private readonly input: InputPipe) {}

  /** @throws InvalidInput */
  async read<Dto extends object>(
    fields: Readonly<Record<string, unknown>>,
    metatype: Type<Dto>,
  ): Promise<Dto> {
    const known: Record<string, unknown> = {};
    const rest: Record<string, unknown> = {};
    const added = new Map<string, string>();
    for (const [name, value] of Object.entries(fields)) {
      const key = Array.isArray(value) ? JSON.stringify([metatype.name, name, value]) : undefined;
      const list = key === undefined ? undefined : this.lists.get(key);
      if (list !== undefined) known[name] = list;
      else rest[name] = value;
      if (key !== undefined && list === undefined) added.set(name, key);
    }
    const dto = (await this.input.transform(rest, { type: 'body', metatype })) as Dto;
    for (const [name, key] of added) this.lists.set(key, Reflect.get(dto, name), key.length);
    return Object.assign(dto, known);
  }
}
