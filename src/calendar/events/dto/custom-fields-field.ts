import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { readJsonText } from '../../../platform/edge/bodies';
import { declared, HasNo, named, readOrLeave } from '../../../platform/input';
import {
  FIELDS_MAX,
  readCustomFields,
  TEXT_MAX,
  WrongCustomFields,
} from '../writing/custom-fields';

const FIELD = named('CustomFieldInput', {
  type: 'object',
  required: ['label', 'value'],
  additionalProperties: false,
  properties: {
    label: { type: 'string', maxLength: TEXT_MAX },
    value: {
      nullable: true,
      anyOf: [{ type: 'string', maxLength: TEXT_MAX }, { type: 'number' }, { type: 'boolean' }],
    },
  },
});

/**
 * Declares custom fields: name → `{ label, value }`; null, `""` and `[]` clear them.
 */
export function CustomFieldsField(description: string): PropertyDecorator {
  return applyDecorators(
    declared(
      description,
      { addition: true },
      {
        nullable: true,
        anyOf: [
          { type: 'object', maxProperties: FIELDS_MAX, additionalProperties: FIELD },
          // PHP encodes an empty object as an empty list.
          { type: 'array', maxItems: 0, items: {} },
        ],
      },
    ),
    // The raw value, because its keys are names chosen by the client.
    Transform(({ obj }: { obj: { custom_fields?: unknown } }) => {
      const sent = readJsonText(obj.custom_fields);
      if (sent === undefined) return undefined;
      return isCleared(sent) ? null : readOrLeave(sent, readCustomFields);
    }),
    HasNo((value) => (value instanceof WrongCustomFields ? [...value.faults] : [])),
  );
}

const isCleared = (sent: unknown): boolean =>
  sent === null || sent === '' || (Array.isArray(sent) && sent.length === 0);
