import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, type ApiResponseOptions } from '@nestjs/swagger';
import { FailsWith } from '../../platform/openapi';
import { SERVICE } from '../../platform/config';
import { FeedInterceptor } from './feed.interceptor';

/** A table is saved for a spreadsheet. */
export const dispositionOf = (filename: string): string =>
  `${filename.endsWith('.csv') ? 'attachment' : 'inline'}; filename="${filename}"`;

type Headers = NonNullable<ApiResponseOptions['headers']>;
type Content = Extract<ApiResponseOptions, { content?: unknown }>['content'];

const disposition = (example: string): Headers => ({
  'Content-Disposition': {
    description: 'document.headers.disposition',
    schema: { type: 'string' },
    example,
  },
});

export const CALENDAR_CONTENT = {
  'text/calendar': {
    schema: { type: 'string' as const, pattern: '^BEGIN:VCALENDAR\\r\\n' },
  },
};

/** @param texts the key of its texts in `i18n/<language>/document.json` */
export const FeedRoute = (
  operationId: string,
  texts: string,
  filename: string,
  content: Content,
): MethodDecorator =>
  applyDecorators(
    UseInterceptors(FeedInterceptor),
    ApiOperation({
      operationId,
      summary: `document.summaries.${texts}`,
      description: `document.descriptions.${texts}`,
    }),
    ApiOkResponse({
      description: `document.responses.${texts}`,
      headers: {
        [SERVICE.totals.records]: {
          description: 'document.headers.matching',
          schema: { type: 'integer', minimum: 0 },
          example: 31,
        },
        ...disposition(dispositionOf(filename)),
      },
      content,
    }),
    FailsWith('rest-forbidden'),
  );

const FILES = {
  event: {
    resource: 'events',
    operationId: 'getEventCalendar',
    texts: 'calendar_item',
    filename: 'jazz-in-the-park.ics',
  },
  series: {
    resource: 'series',
    operationId: 'getSeriesCalendar',
    texts: 'calendar_series',
    filename: 'jazz-night.ics',
  },
} as const;

/** Declares the route of an iCalendar file, beside that of its event or series. */
export function CalendarFile(kind: 'event' | 'series', by: 'id' | 'slug'): MethodDecorator {
  const { resource, operationId, texts, filename } = FILES[kind];
  return applyDecorators(
    UseInterceptors(FeedInterceptor),
    ApiOperation({
      operationId: by === 'id' ? operationId : `${operationId}BySlug`,
      summary: `document.summaries.${texts}${by === 'id' ? '' : '_by'}`,
      description: `document.descriptions.${texts}`,
    }),
    ApiOkResponse({
      description: `document.responses.${texts}`,
      headers: disposition(`attachment; filename="${filename}"`),
      content: CALENDAR_CONTENT,
    }),
    ApiParam({
      name: by,
      description: `${resource}.path_${by}`,
      schema:
        by === 'id'
          ? { type: 'integer', minimum: 1 }
          : { type: 'string', minLength: 1, pattern: '^[^/]+$' },
    }),
    FailsWith('rest-no-route'),
    FailsWith(`${kind}-not-found`),
    FailsWith(`${kind}-trashed`),
    FailsWith(`${kind}-not-accessible`),
    FailsWith(`${kind}-password-protected`),
  );
}
