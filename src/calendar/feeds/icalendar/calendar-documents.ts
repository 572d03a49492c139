import { applyDecorators } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import { FailsWith } from '../../../platform/documents/openapi';
import { itemHeaders } from '../feed-documents';

/** The content of iCalendar responses in the OpenAPI document. */
export const CALENDAR_CONTENT = {
  'text/calendar': {
    schema: { type: 'string' as const, pattern: '^BEGIN:VCALENDAR\\r\\n' },
  },
};

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

/** Declares the route of the iCalendar file of an event or series, which mirrors that of the record. */
export function CalendarFile(kind: 'event' | 'series', by: 'id' | 'slug'): MethodDecorator {
  const { resource, operationId, texts, filename } = FILES[kind];
  return applyDecorators(
    ApiOperation({
      operationId: by === 'id' ? operationId : `${operationId}BySlug`,
      summary: `document.summaries.${texts}${by === 'id' ? '' : '_by'}`,
      description: `document.descriptions.${texts}`,
    }),
    ApiOkResponse({
      description: `document.answers.${texts}`,
      headers: itemHeaders(filename),
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
