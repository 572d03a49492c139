import { ProvenSecrets } from './proven-secrets';

describe('Secrets that were right', () => {
  it('are known again, each for who sent it and for what', () => {
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

  it('are forgotten for new ones when there are too many', () => {
    const proven = new ProvenSecrets(2);
    for (const secret of ['a', 'b', 'c']) proven.add(secret);
    expect(['a', 'b', 'c'].map((secret) => proven.has(secret))).toEqual([false, true, true]);
  });
});
