import { discoveryAddress, type OidcSettings, type Settings } from '../../config';
import type { Translate } from '../document/document-texts';
import type { Components, Method, Operation } from '../specification';

/** Only an issuer in the settings makes tokens possible (docs/reference/interface.md#access). */
export const securitySchemes = (
  oidc: OidcSettings | undefined,
  translate: Translate,
): NonNullable<Components['securitySchemes']> => ({
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: translate(`document.security.${oidc ? 'key_or_token' : 'key'}`),
  },
  basic: { type: 'http', scheme: 'basic', description: translate('document.security.basic') },
  ...(oidc && {
    openIdConnect: {
      type: 'openIdConnect',
      openIdConnectUrl: discoveryAddress(oidc.issuer),
      description: translate('document.security.token', { audience: oidc.audience }),
    },
  }),
});

/**
 * Published records can be read without a credential, and with open access everything is allowed without one.
 *
 * @param schemes the security schemes, by name
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
