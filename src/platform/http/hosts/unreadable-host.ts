import { Problem } from '../../foundation/errors';

/** 400 for a Host header that is not a host. */
export const unreadableHost = (): Problem =>
  new Problem('rest-bad-request', { message: 'The Host header cannot be read.' });
