import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { SendsHeader } from '../../../platform/openapi';
import { EXAMPLE_ROOT } from '../../../platform/service';
import { CalendarLinkInterceptor } from './calendar-link.interceptor';

/** The answer with an event leads to its file for calendars. */
export const LinksCalendar = (): MethodDecorator =>
  applyDecorators(
    UseInterceptors(CalendarLinkInterceptor),
    SendsHeader(
      'Link',
      'document.headers.calendar_link',
      `<${EXAMPLE_ROOT}/events/7.ics>; rel="alternate"; type="text/calendar"`,
    ),
  );
