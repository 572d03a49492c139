import type { ErrorTable } from 'event-calendar-service/platform';

export const PERFORMER_ERRORS = {
  'performer-not-found': { status: 404, title: 'No such performer' },
  'performer-announced': { status: 409, title: 'The performer is announced for an event' },
} as const satisfies ErrorTable;

type PerformerErrors = typeof PERFORMER_ERRORS;

declare module 'event-calendar-service/platform' {
  interface ErrorCodes extends PerformerErrors {}
}
