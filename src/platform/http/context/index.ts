export { CommandContext } from './command-context';
export { ContextMiddleware } from './context.middleware';
export { Links, type Addressed } from './links';
export { Context, CacheControl, type RequestContext } from './request-context';
export { ANONYMOUS, type Caller, EVERYBODY, type Role, ROLES } from './caller';
