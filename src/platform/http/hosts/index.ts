export { hasOneHost, hostnameOf, unreadableHost } from './hostname';
export { HostsModule } from './hosts.module';
export { KnownHostMiddleware } from './known-host.middleware';
export { knownHosts } from './known-hosts';
export { OneHostMiddleware } from './one-host.middleware';
export { clientAddress, clientIp } from './client-address';
