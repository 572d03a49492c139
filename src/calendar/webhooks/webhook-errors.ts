import type { ErrorTable } from '../../platform/foundation/modules';

/** The error codes of webhooks. */
export const WEBHOOK_ERRORS = {
  'webhooks-not-configured': { status: 403, title: 'Webhooks are not configured' },
  'delivery-not-found': { status: 404, title: 'No such delivery' },
  'webhook-not-found': { status: 404, title: 'No such webhook' },
} as const satisfies ErrorTable;

type WebhookErrors = typeof WEBHOOK_ERRORS;

declare module '../../platform/foundation/errors' {
  interface ErrorCodes extends WebhookErrors {}
}
