export { ForeignPagesMiddleware } from './foreign-pages.middleware';
export { isForeign } from './foreign-pages';
export { forwardedPrefix } from './forwarded-prefix';
export { hasOneHost, hostnameOf, knownHosts, unreadableHost } from './hosts';
export { KnownHostMiddleware } from './known-host.middleware';
export { OneHostMiddleware } from './one-host.middleware';
export { clientAddress, clientIp } from './client-address';
