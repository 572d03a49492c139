import { discoveryAddress } from '../../access';
import type { OidcSettings, Settings } from '../../config';
import type { Say } from '../document/say';
import type { Components, Method, Operation } from '../schemas/specification';

/**
 * How a credential is sent (docs/interface.md#access); tokens are, where the service has an issuer
 * for them.
 */
export const securitySchemes = (
  oidc: OidcSettings | undefined,
  say: Say,
): NonNullable<Components['securitySchemes']> => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: say(`document.security.${oidc ? 'key_or_token' : 'key'}`),
  },
  basic: { type: 'http', scheme: 'basic', description: say('document.security.basic') },
  ...(oidc && {
    openIdConnect: {
      type: 'openIdConnect',
      openIdConnectUrl: discoveryAddress(oidc.issuer),
      description: say('document.security.token', { audience: oidc.audience }),
    },
  }),
});

/**
 * Says whether an operation needs a credential: what is published can be read without one, and
 * with `ACCESS=open` everything can be done without one.
 *
 * @param schemes the ways in which one can be sent, by their names
 */
export function addSecurity(
  operation: Operation,
  method: Method,
  { access }: Pick<Settings, 'access'>,
  schemes: object,
): void {
  const credentials = Object.keys(schemes).map((scheme) => ({ [scheme]: [] }));
  const isOptional = method === 'get' || access === 'open';
  operation.security = isOptional ? [{}, ...credentials] : credentials;
}
