import { AsyncLocalStorage } from 'node:async_hooks';

/** What the log lines of one request have in common. */
export interface RequestScope {
  request_id: string;
  /** 32 hex digits (W3C Trace Context §3.2.2.3), where the request is traced. */
  trace_id?: string;
}

/** Set while a request is worked on, wherever that leads. */
export const requestScope = new AsyncLocalStorage<RequestScope>();
