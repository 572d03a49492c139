import { discoveryAddress } from '../access';
import type { OidcSettings, Settings } from '../config';
import type { Components, Method, Operation } from './specification';

/** How a credential is sent (contract §10); tokens are, where the service has an issuer for them. */
export const securitySchemes = (oidc?: OidcSettings): Components['securitySchemes'] => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: `An API key of the service${oidc ? ', or a token of the issuer' : ''}.`,
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description:
      'The name of an API key, and the key as the password, as programs send them that were made ' +
      'for application passwords.',
  },
  ...(oidc && {
    openIdConnect: {
      type: 'openIdConnect',
      openIdConnectUrl: discoveryAddress(oidc.issuer),
      description: `A token of the issuer for the audience \`${oidc.audience}\`, sent as a bearer.`,
    },
  }),
});

/**
 * Says whether an operation needs a credential: what is published can be read without one, and
 * with `ACCESS=open` everything can be done without one.
 */
export function addSecurity(
  operation: Operation,
  method: Method,
  { access, oidc }: Pick<Settings, 'access' | 'oidc'>,
): void {
  const schemes = Object.keys(securitySchemes(oidc) ?? {});
  const credentials = schemes.map((scheme) => ({ [scheme]: [] }));
  const isOptional = method === 'get' || access === 'open';
  operation.security = isOptional ? [{}, ...credentials] : credentials;
}
