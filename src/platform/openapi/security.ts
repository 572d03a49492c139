import type { Settings } from '../config';
import type { Components, Method, Operation } from './specification';

/** How a credential is sent (contract §10). */
export const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key of the service.',
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description:
      'The name of an API key, and the key as the password, as programs send them that were made ' +
      'for application passwords.',
  },
} as const satisfies Components['securitySchemes'];

const CREDENTIALS = Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [] }));

/**
 * Says whether an operation needs a credential: what is published can be read without one, and
 * with `ACCESS=open` everything can be done without one.
 */
export function addSecurity(
  operation: Operation,
  method: Method,
  access: Settings['access'],
): void {
  const isOptional = method === 'get' || access === 'open';
  operation.security = isOptional ? [{}, ...CREDENTIALS] : CREDENTIALS;
}
