import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { SendsHeader } from '../../platform/documents/openapi';
import { EXAMPLE_ROOT } from '../../platform/foundation/config';
import { CalendarLinkInterceptor } from './calendar-link.interceptor';

/** Declares that the response with the event links to its iCalendar file. */
export const LinksCalendar = (): MethodDecorator =>
  applyDecorators(
    UseInterceptors(CalendarLinkInterceptor),
    SendsHeader(
      'Link',
      'document.headers.calendar_link',
      `<${EXAMPLE_ROOT}/events/7.ics>; rel="alternate"; type="text/calendar"`,
    ),
  );
