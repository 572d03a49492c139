export { knownHost, oneHost, unreadableHost } from './host-checks';
export { hasOneHost, hostnameOf } from './hostname';
export { knownHosts } from './known-hosts';
