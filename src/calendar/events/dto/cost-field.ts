import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { declared, Satisfies } from '../../../platform/input';
import { isWellFormedText } from '../../../platform/texts';
import { COST_MAX, readCost } from '../cost/cost';

const TEXT = { type: 'string', maxLength: COST_MAX.length };
const NUMBER = { type: 'number', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const isParts = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((part) => typeof part === 'string' && isWellFormedText(part)) &&
  readCost(value) !== undefined;

/**
 * A cost: text, a number, or a list of these; null, `""` and `[]` clear it
 * (docs/interface.md#costs).
 */
export function CostField(description: string): PropertyDecorator {
  return applyDecorators(
    declared(
      description,
      {},
      {
        nullable: true,
        anyOf: [
          TEXT,
          NUMBER,
          { type: 'array', maxItems: COST_MAX.parts, items: { anyOf: [TEXT, NUMBER] } },
        ],
      },
    ),
    Transform(({ value }: { value: unknown }) =>
      value === undefined ? undefined : (readCost(value) ?? value),
    ),
    Satisfies(isParts, 'must be a price such as 20, "20 EUR" or "10 - 20", and not negative'),
  );
}
