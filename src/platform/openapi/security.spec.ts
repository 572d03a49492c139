import { addSecurity } from './security';
import type { Method, Operation } from './specification';

describe('A credential', () => {
  it.each<[Method, 'open' | 'protected', boolean]>([
    ['get', 'open', false],
    ['get', 'protected', false],
    ['post', 'open', false],
    ['post', 'protected', true],
    ['put', 'protected', true],
    ['patch', 'protected', true],
    ['delete', 'protected', true],
  ])('for %s under ACCESS=%s is needed: %s', (method, access, isNeeded) => {
    const operation: Operation = { responses: {} };
    addSecurity(operation, method, access);
    const credentials = [{ bearer: [] }, { basic: [] }];
    expect(operation.security).toEqual(isNeeded ? credentials : [{}, ...credentials]);
  });
});
