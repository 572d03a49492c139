import type { RequestHandler } from 'express';
import type { Settings } from '../config';
import { Problem, sendProblem } from '../errors';
import { hasOneHost, hostnameOf } from './hostname';
import { knownHosts } from './known-hosts';

/** Refuses requests without a Host header, and with several. */
export const oneHost: RequestHandler = (request, response, next) => {
  if (hasOneHost(request)) next();
  else sendProblem(response, unreadableHost());
};

/**
 * Refuses requests for unknown hosts; a host that a trusted proxy forwards counts instead of its
 * own.
 */
export function knownHost(settings: Settings): RequestHandler {
  if (settings.access === 'protected') return (_request, _response, next) => next();
  const isKnown = knownHosts(settings);
  return (request, response, next) => {
    // Undefined for a request without a Host header, which HTTP/1.0 allows.
    const host = request.host as string | undefined;
    const hostname = hostnameOf(host ?? '');
    if (hostname === undefined) sendProblem(response, unreadableHost());
    else if (isKnown(hostname)) next();
    else sendProblem(response, new Problem('rest-host-not-allowed', { message: UNKNOWN }));
  };
}

export const unreadableHost = (): Problem =>
  new Problem('rest-bad-request', { message: 'The Host header cannot be read.' });

const UNKNOWN =
  'While access is open to everybody, the service answers to addresses in numbers, to localhost, ' +
  'and to the host names in HOST, PUBLIC_URL and ALLOWED_HOSTS.';
