import { AsyncLocalStorage } from 'node:async_hooks';

/** The members that all log lines of a request contain. */
export interface RequestScope {
  request_id: string;
  /** The trace id, 32 hex digits (W3C Trace Context §3.2.2.3), if the request is traced. */
  trace_id?: string;
}

/** The scope of the current request, in all asynchronous work for it. */
export const requestScope = new AsyncLocalStorage<RequestScope>();
