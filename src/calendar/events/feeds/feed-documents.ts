import type { ApiResponseOptions } from '@nestjs/swagger';
import { SERVICE } from '../../../platform/service';

type Headers = NonNullable<ApiResponseOptions['headers']>;

const disposition = (example: string): Headers => ({
  'Content-Disposition': {
    description: 'document.headers.disposition',
    schema: { type: 'string' },
    example,
  },
});

/** The header fields of a feed, for the documents. */
export const feedHeaders = (filename: string): Headers => ({
  [SERVICE.totals.records]: {
    description: 'document.headers.matching',
    schema: { type: 'integer', minimum: 0 },
    example: 31,
  },
  ...disposition(`inline; filename="${filename}"`),
});

/** The header fields of one event in the form of a feed. */
export const itemHeaders = (filename: string): Headers =>
  disposition(`attachment; filename="${filename}"`);
