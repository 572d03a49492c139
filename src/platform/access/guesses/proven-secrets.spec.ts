import { ProvenSecrets } from './proven-secrets';

describe('ProvenSecrets', () => {
  it('recognizes a valid secret of the same client and purpose', () => {
    const proven = new ProvenSecrets();
    proven.add('client', 'hash', 'secret');
    expect(proven.has('client', 'hash', 'secret')).toBe(true);
    for (const other of [
      ['client', 'hash', 'secre'],
      ['client', 'other', 'secret'],
      ['another', 'hash', 'secret'],
      ['client', 'hashsecret', ''],
    ])
      expect(proven.has(...other)).toBe(false);
    expect(new ProvenSecrets().has('client', 'hash', 'secret')).toBe(false);
  });

  it('evicts old secrets when there are too many', () => {
    const proven = new ProvenSecrets(2);
    for (const secret of ['a', 'b', 'c']) proven.add(secret);
    expect(['a', 'b', 'c'].map((secret) => proven.has(secret))).toEqual([false, true, true]);
  });
});
