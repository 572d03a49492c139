import type { ApiResponseOptions } from '@nestjs/swagger';
import { SERVICE } from '../../platform/foundation/config';

type Headers = NonNullable<ApiResponseOptions['headers']>;

const disposition = (example: string): Headers => ({
  'Content-Disposition': {
    description: 'document.headers.disposition',
    schema: { type: 'string' },
    example,
  },
});

/** Returns the header fields of a feed for the OpenAPI document. */
export const feedHeaders = (filename: string): Headers => ({
  [SERVICE.totals.records]: {
    description: 'document.headers.matching',
    schema: { type: 'integer', minimum: 0 },
    example: 31,
  },
  ...disposition(`inline; filename="${filename}"`),
});

/** Returns the header fields of a single event in a feed format for the OpenAPI document. */
export const itemHeaders = (filename: string): Headers =>
  disposition(`attachment; filename="${filename}"`);
