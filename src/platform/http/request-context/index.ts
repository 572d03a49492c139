export { ContextMiddleware } from './context.middleware';
export { Freshness } from './freshness';
export { Links, type Addressed } from './links';
export { Context, type RequestContext } from './request-context';
export { ANONYMOUS, type Caller, EVERYBODY, type Role, ROLES } from './caller';
