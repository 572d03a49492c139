import { authorIn, claimAt, roleIn } from './tokens';

describe('claimAt', () => {
  const claims = {
    role: 'editor',
    'https://example.org/role': 'author',
    'a.b': 'by its name',
    a: { b: 'by its way', c: { d: ['x'] } },
    list: ['x'],
    nothing: null,
  };

  it.each([
    ['role', 'editor'],
    ['https://example.org/role', 'author'],
    ['a.b', 'by its name'],
    ['a.c.d', ['x']],
    ['a.c.d.e', undefined],
    ['list.length', 1],
    ['nothing.role', undefined],
    ['role.length', undefined],
    ['missing', undefined],
    ['constructor.name', undefined],
    ['__proto__', undefined],
  ])('finds at %s: %j', (path, found) => {
    expect(claimAt(claims, path)).toEqual(found);
  });
});

describe('roleIn', () => {
  it.each([
    ['administrator', 'administrator'],
    ['subscriber', 'subscriber'],
    [['offline_access', 'contributor', 'editor', 'author'], 'editor'],
    ['anonymous', 'subscriber'],
    [['anonymous'], 'subscriber'],
    ['Editor', 'subscriber'],
    ['editor author', 'subscriber'],
    [[], 'subscriber'],
    [[['editor']], 'subscriber'],
    [{ editor: true }, 'subscriber'],
    [4, 'subscriber'],
    [null, 'subscriber'],
    [undefined, 'subscriber'],
  ])('reads %j as %s', (claim, role) => {
    expect(roleIn(claim)).toBe(role);
  });
});

describe('authorIn', () => {
  it.each([
    [7, 7],
    ['7', 7],
    [2_147_483_647, 2_147_483_647],
    [2_147_483_648, 0],
    ['99999999999', 0],
    [0, 0],
    [-7, 0],
    [7.5, 0],
    ['-7', 0],
    ['7a', 0],
    ['', 0],
    [[7], 0],
    [true, 0],
    [undefined, 0],
  ])('reads %j as %i', (claim, author) => {
    expect(authorIn(claim)).toBe(author);
  });
});
