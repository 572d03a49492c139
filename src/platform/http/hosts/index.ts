export { hasOneHost, hostnameOf, unreadableHost } from './hostname';
export { KnownHostMiddleware } from './known-host.middleware';
export { knownHosts } from './known-hosts';
export { OneHostMiddleware } from './one-host.middleware';
export { clientAddress, clientIp } from './client-address';
