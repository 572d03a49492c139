import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { plainToInstance, Transform, type TransformFnParams } from 'class-transformer';
import { ArrayMaxSize, IsArray, validateSync } from 'class-validator';
import { readJsonText } from '../../platform/http/body';
import { type Fault, fault, faultsWithin } from '../../platform/errors';
import { characterCount } from '../../platform/texts';
import {
  declared,
  FALSE,
  faultsOf,
  fitting,
  HasNo,
  isId,
  isObject,
  named,
  entryPath,
  readEach,
  readInteger,
  readList,
  Satisfies,
  STRICT,
  wrongId,
} from '../../platform/validation';

const LINKED_MAX = 20;
/** For all new records in one field. */
const DATA_MAX = 50_000;
const TOO_MUCH_DATA = Symbol('too much data');

const UNLINKING = new Set<unknown>([0, '0', false, 'false', null, '']);

function readReferences({ value, options }: TransformFnParams, inline?: Type<object>): unknown {
  const parts = readList(readJsonText(value), LINKED_MAX);
  // Too many entries are rejected, so they are not parsed.
  if (parts.length > LINKED_MAX) return parts;
  const references = readEach(
    fitting(parts, (part) => !UNLINKING.has(part)),
    idIn,
  );
  const data = references.filter(isData).flatMap((record) => Object.values(record));
  const texts = data.filter((text) => typeof text === 'string');
  if (characterCount(texts.join('')) > DATA_MAX) return TOO_MUCH_DATA;
  return readEach(references, (part) =>
    inline && isData(part) ? plainToInstance(inline, part, options) : part,
  );
}

/** Other keys are ignored, so that a record from a response can be sent back. */
function idIn(part: unknown): unknown {
  if (!isObject(part)) return readInteger(part);
  if (!('id' in part) || UNLINKING.has(part.id)) return part;
  const id = readInteger(part.id);
  return isId(id) ? id : new WrongId(id);
}

/** An invalid id in an object. */
class WrongId {
  constructor(readonly id: unknown) {}
}

const isData = (part: unknown): part is Record<string, unknown> =>
  isObject(part) && !(part instanceof WrongId);

const faultsIn = (
  list: readonly unknown[],
  takesData: boolean,
  forbidNonWhitelisted = false,
): Fault[] =>
  list.flatMap((entry, index) =>
    faultsWithin(entryPath(list, index), wrong(entry, takesData, forbidNonWhitelisted)),
  );

function wrong(entry: unknown, takesData: boolean, forbidNonWhitelisted: boolean): Fault[] {
  if (typeof entry === 'number')
    return isId(entry) ? [] : [fault([], 'range', 'an id must be a whole number from 1 on')];
  if (entry instanceof WrongId) return [wrongId(entry.id)];
  if (!takesData) return [fault([], 'type', 'must be an id or an object with an id')];
  if (!isObject(entry))
    return [fault([], 'type', 'must be an id, an object with an id, or the data of a new record')];
  return faultsOf(
    validateSync(entry, { whitelist: true, forbidNonWhitelisted, stopAtFirstError: true }),
  );
}

export interface LinkedFieldOptions {
  /** The DTO of a new record, if its data is accepted instead of an id. */
  inline?: Type<object>;
  /** True for an addition to the API of The Events Calendar. */
  addition?: boolean;
}

/**
 * Declares the records that an event links to, such as its venues: an id, `{ id }`, the data of a new record,
 * or a list of these; 0, false, null, `""` and `[]` remove the links
 * (docs/reference/interface.md#venues-and-organizers-of-an-event).
 *
 * @param description the key of the description in `i18n/<language>/`
 */
export function LinkedField(
  description: string,
  { inline, addition }: LinkedFieldOptions = {},
): PropertyDecorator {
  // Data with an id matches both schemas: it is a record from a response that is sent back.
  const id = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
  const name = inline?.name.replace(/^Create|Dto$/g, '') ?? 'Record';
  const reference = named(`${name}Reference`, {
    anyOf: [
      id,
      { type: 'object', required: ['id'], properties: { id } },
      ...(inline ? [{ $ref: getSchemaPath(inline) }] : []),
    ],
  });
  const none = named('NoReference', {
    anyOf: [
      { type: 'integer', minimum: 0, maximum: 0, nullable: true },
      FALSE,
      { type: 'string', maxLength: 0 },
    ],
  });
  const entry = { anyOf: [reference, none] };
  const takesData = inline !== undefined;
  return applyDecorators(
    (target: object) => {
      if (inline) ApiExtraModels(inline)(target.constructor);
    },
    declared(
      description,
      { addition },
      {
        anyOf: [...entry.anyOf, { type: 'array', maxItems: LINKED_MAX, items: entry }],
      },
    ),
    Transform((sent) => (sent.value === undefined ? undefined : readReferences(sent, inline))),
    Satisfies(
      (value) => value !== TOO_MUCH_DATA,
      `must not hold more than ${DATA_MAX} characters of new records`,
      { code: 'length' },
    ),
    IsArray(),
    ArrayMaxSize(LINKED_MAX, { message: `must not hold more than ${LINKED_MAX} entries` }),
    // Runs before the next rule, which removes unknown names.
    HasNo((list) => (Array.isArray(list) ? faultsIn(list, takesData, true) : []), {
      groups: [STRICT],
    }),
    HasNo((list) => (Array.isArray(list) ? faultsIn(list, takesData) : [])),
  );
}
