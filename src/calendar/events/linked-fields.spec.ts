import { assertDistinctKinds } from './distinct-kinds';

const SPEAKERS = { key: 'speakers', parameter: 'speaker', noun: 'speaker' };
const SPONSORS = { key: 'sponsors', parameter: 'sponsor', noun: 'sponsor' };

describe('assertDistinctKinds', () => {
  it('accepts kinds with distinct names', () => {
    expect(() => assertDistinctKinds([SPEAKERS, SPONSORS], [SPEAKERS, SPONSORS])).not.toThrow();
  });

  it.each([
    ['a field of events', { key: 'title' }],
    ['a parameter of their list', { parameter: 'search' }],
    ['the key of another kind', { key: 'speakers' }],
    ['the parameter of another kind', { parameter: 'speaker' }],
  ])('rejects %s', (_name, taken) => {
    const kinds = [SPEAKERS, { ...SPONSORS, ...taken }];
    expect(() => assertDistinctKinds(kinds, kinds)).toThrow(Object.values(taken)[0]);
  });

  it('rejects the key of a built-in kind', () => {
    const venues = { key: 'venue', parameter: 'venue', noun: 'venue' };
    const hosts = { key: 'venue', parameter: 'host', noun: 'host' };
    // A kind with such a key is not listed among the added ones.
    expect(() => assertDistinctKinds([venues, hosts], [])).toThrow(
      'Events cannot have the key "venue" for each venue and for each host: rename one.',
    );
  });
});
