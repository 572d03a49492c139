import { ANONYMOUS, type Caller, type Role } from './caller';
import { needs } from './rights';

const ROLES: Role[] = [
  'anonymous',
  'subscriber',
  'contributor',
  'author',
  'editor',
  'administrator',
];

describe('A right that needs a role', () => {
  it.each(ROLES)('is for %s and every higher role, and for no lower one', (role) => {
    const allowed = ROLES.filter((each) => {
      const caller: Caller = { ...ANONYMOUS, role: each };
      return needs(role)(caller);
    });
    expect(allowed).toEqual(ROLES.slice(ROLES.indexOf(role)));
  });
});
