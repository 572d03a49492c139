import { ANONYMOUS, type Caller, type Role } from '../http/context';
import { needs } from './rights';

const ROLES: Role[] = [
  'anonymous',
  'subscriber',
  'contributor',
  'author',
  'editor',
  'administrator',
];

describe('needs', () => {
  it.each(ROLES)('allows %s and every higher role, and no lower one', (role) => {
    const allowed = ROLES.filter((each) => {
      const caller: Caller = { ...ANONYMOUS, role: each };
      return needs(role)(caller);
    });
    expect(allowed).toEqual(ROLES.slice(ROLES.indexOf(role)));
  });
});
