import type { RequestHandler } from 'express';
import type { Settings } from '../config';
import { Problem, sendProblem } from '../errors';
import { hasOneHost, hostnameOf } from './hostname';
import { knownHosts } from './known-hosts';

/** Refuses requests that do not say, or say twice, which host they are for. */
export const oneHost: RequestHandler = (request, response, next) => {
  if (hasOneHost(request)) next();
  else sendProblem(response, unreadableHost());
};

/** Refuses requests for hosts that are not known: for the one that a trusted proxy names, if it does. */
export function knownHost(settings: Settings): RequestHandler {
  if (settings.access === 'protected') return (_request, _response, next) => next();
  const isKnown = knownHosts(settings);
  return (request, response, next) => {
    // Express has none for a request without a Host header, as HTTP/1.0 allows it.
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
