import type { OidcSettings } from '../../config';
import { inEnglish } from '../document/document-texts';
import type { Method, Operation } from '../specification';
import { addSecurity, securitySchemes } from './security';

const OIDC: OidcSettings = {
  issuer: 'https://login.example.org/realms/town/',
  audience: 'calendar',
  roleClaim: 'role',
  authorClaim: 'author',
};

describe('addSecurity', () => {
  it.each<[Method, 'open' | 'protected', boolean]>([
    ['get', 'open', false],
    ['get', 'protected', false],
    ['post', 'open', false],
    ['post', 'protected', true],
    ['put', 'protected', true],
    ['patch', 'protected', true],
    ['delete', 'protected', true],
  ])('for %s under ACCESS=%s requires a credential: %s', (method, access, isNeeded) => {
    const operation: Operation = { responses: {} };
    addSecurity(operation, method, { access }, securitySchemes(undefined, inEnglish));
    const credentials = [{ bearer: [] }, { basic: [] }];
    expect(operation.security).toEqual(isNeeded ? credentials : [{}, ...credentials]);
  });

  it('also accepts a token when an issuer is set', () => {
    const operation: Operation = { responses: {} };
    const schemes = securitySchemes(OIDC, inEnglish);
    addSecurity(operation, 'post', { access: 'protected' }, schemes);
    expect(operation.security).toEqual([{ bearer: [] }, { basic: [] }, { openIdConnect: [] }]);
    expect(schemes).toMatchObject({
      bearer: { description: expect.stringContaining('token') as string },
      openIdConnect: {
        type: 'openIdConnect',
        openIdConnectUrl: 'https://login.example.org/realms/town/.well-known/openid-configuration',
      },
    });
    expect(Object.keys(securitySchemes(undefined, inEnglish))).toEqual(['bearer', 'basic']);
  });
});
