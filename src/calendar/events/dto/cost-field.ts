import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { declared, Satisfies } from '../../../platform/input';
import { COST_MAX, CostInput, readCost } from '../cost/cost';

const TEXT = { type: 'string', maxLength: COST_MAX.length };
const NUMBER = { type: 'number', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

/**
 * Declares a cost: text, a number, or a list of these, read as a `CostInput`; null, `""` and `[]` clear it
 * (docs/reference/interface.md#costs).
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
    Transform(({ value }: { value: unknown }) => {
      const parts = value === undefined ? undefined : readCost(value);
      return parts ? new CostInput(parts) : value;
    }),
    Satisfies(
      (value) => value instanceof CostInput,
      'must be a price such as 20, "20 EUR" or "10 - 20", not negative, ' +
        `of at most ${COST_MAX.parts} entries and ${COST_MAX.length} characters`,
    ),
  );
}
