import type { Type } from '@nestjs/common';
import { RecentlyUsed } from '../../platform/foundation/reuse';
import type { InputPipe } from '../../platform/input';

/** The capacity for validated values; characters. */
const VALUES_MAX = 200_000;

/** Cleared fields, booleans, and lists such as venues and categories have the same values in many records. */
const isFrequent = (value: unknown): boolean =>
  value === null || value === '' || typeof value === 'boolean' || Array.isArray(value);

/** Validates the records of an import by the rules of the API, frequent values once. */
export class RecordInput {
  private readonly values = new RecentlyUsed<string, unknown>(VALUES_MAX);

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
      const key = isFrequent(value)
        ? `${metatype.name} ${name} ${JSON.stringify(value)}`
        : undefined;
      const found = key === undefined ? undefined : this.values.get(key);
      if (found !== undefined) known[name] = found;
      else rest[name] = value;
      if (key !== undefined && found === undefined) added.set(name, key);
    }
    const validated = (values: object): Promise<Dto> =>
      this.input.transform(values, { type: 'body', metatype }) as Promise<Dto>;
    // A rule may depend on a field that was left out.
    const dto = await validated(rest).catch(() => validated(fields));
    for (const [name, key] of added) this.values.set(key, Reflect.get(dto, name), key.length);
    return Object.assign(dto, known);
  }
}
