import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { declared, Satisfies } from '../../../platform/input';
import { isWellFormedText } from '../../../platform/texts';

const FIELDS_MAX = 100;
const TEXT_MAX = 10_000;

function isCustomFields(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const fields = Object.entries(value as Record<string, unknown>);
  return (
    fields.length <= FIELDS_MAX && fields.every(([name, field]) => isText(name) && isField(field))
  );
}

function isField(field: unknown): boolean {
  if (typeof field !== 'object' || field === null) return false;
  const { label, value, ...more } = field as Record<string, unknown>;
  return (
    typeof label === 'string' &&
    isText(label) &&
    (isText(value) || Number.isFinite(value) || typeof value === 'boolean' || value === null) &&
    Object.keys(more).length === 0
  );
}

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= TEXT_MAX && isWellFormedText(value);

/** Fields of one's own: name → `{ label, value }`; null clears (contract §9). */
export function CustomFieldsField(description: string): PropertyDecorator {
  return applyDecorators(
    declared(
      description,
      { addition: true },
      {
        nullable: true,
        type: 'object',
        maxProperties: FIELDS_MAX,
        additionalProperties: {
          type: 'object',
          required: ['label', 'value'],
          additionalProperties: false,
          properties: {
            label: { type: 'string', maxLength: TEXT_MAX },
            value: {
              nullable: true,
              oneOf: [
                { type: 'string', maxLength: TEXT_MAX },
                { type: 'number' },
                { type: 'boolean' },
              ],
            },
          },
        },
      },
    ),
    Transform(({ obj }: { obj: { custom_fields?: unknown } }) =>
      // The raw value: names in it are the client's, not properties of ours.
      obj.custom_fields === '' ||
      (Array.isArray(obj.custom_fields) && obj.custom_fields.length === 0)
        ? null
        : obj.custom_fields,
    ),
    Satisfies(
      isCustomFields,
      `must be an object of at most ${FIELDS_MAX} names, each with { label, value }`,
    ),
  );
}
