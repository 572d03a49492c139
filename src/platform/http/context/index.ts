export { clientAddress, clientIpOf } from './client-address';
export { CommandContext } from './command-context';
export { ContextMiddleware } from './context.middleware';
export { ForeignPagesMiddleware, isForeign } from './foreign-pages.middleware';
export {
  forwardedPrefix,
  hasOneHost,
  hostnameOf,
  KnownHostMiddleware,
  knownHosts,
  OneHostMiddleware,
} from './host.middleware';
export {
  type Addressed,
  ANONYMOUS,
  CacheControl,
  type Caller,
  Context,
  EVERYBODY,
  Links,
  type RequestContext,
  type Role,
  ROLES,
} from './request-context';
export { RequestedLanguage } from './requested-language';
export { FieldSelection, selectionOf, SparseFieldsInterceptor } from './sparse-fields.interceptor';
