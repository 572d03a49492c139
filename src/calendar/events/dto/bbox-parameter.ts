import { applyDecorators } from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import { declared, readLast, readNumber, Satisfies } from '../../../platform/validation';
import { type BoundingBox, isBox, LONGITUDE_MAX } from '../list/geo';

const EDGES = 4;

/**
 * A box as in RFC 7946 §5: west, south, east and north. If west is greater than east, or an edge is beyond
 * 180 degrees, the box crosses the 180th meridian.
 */
export function BboxParameter(description: string): PropertyDecorator {
  return applyDecorators(
    declared(
      description,
      { addition: true },
      {
        type: 'array',
        // No format: the pages cannot show items that have one.
        items: { type: 'number', minimum: -LONGITUDE_MAX, maximum: LONGITUDE_MAX },
        minItems: EDGES,
        maxItems: EDGES,
      },
    ),
    Transform((sent) => readBox(lastBox(sent))),
    Satisfies(
      isBox,
      `must be west,south,east,north in degrees: longitudes from -${LONGITUDE_MAX} to ${LONGITUDE_MAX}, ` +
        'latitudes from -90 to 90, and south not above north',
    ),
  );
}

/** A repeated parameter has a box or an edge in each value. */
function lastBox(sent: TransformFnParams): unknown {
  const last = readLast(sent);
  return typeof last === 'string' && last.includes(',') ? last : (sent.value as unknown);
}

/** Other values are returned unchanged. */
function readBox(value: unknown): unknown {
  const parts: unknown[] =
    typeof value === 'string' ? value.split(',', EDGES + 1) : [value].flat().slice(0, EDGES + 1);
  const edges = parts.map(readNumber);
  if (edges.length !== EDGES || edges.some((edge) => typeof edge !== 'number')) return value;
  const [west, south, east, north] = edges as number[];
  return { west, south, east, north } satisfies BoundingBox;
}
