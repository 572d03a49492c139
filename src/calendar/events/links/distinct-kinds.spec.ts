import { assertDistinctKinds } from './distinct-kinds';

const SPEAKERS = { key: 'speakers', parameter: 'speaker', noun: 'speaker' };
const SPONSORS = { key: 'sponsors', parameter: 'sponsor', noun: 'sponsor' };

describe('What other modules link to events', () => {
  it('has names of its own', () => {
    expect(() => assertDistinctKinds([SPEAKERS, SPONSORS], [SPEAKERS, SPONSORS])).not.toThrow();
  });

  it.each([
    ['a field of events', { key: 'title' }],
    ['a parameter of their list', { parameter: 'search' }],
    ['the key of another kind', { key: 'speakers' }],
    ['the parameter of another kind', { parameter: 'speaker' }],
  ])('cannot take %s', (_name, taken) => {
    const kinds = [SPEAKERS, { ...SPONSORS, ...taken }];
    expect(() => assertDistinctKinds(kinds, kinds)).toThrow(Object.values(taken)[0]);
  });

  it('cannot take the key of what every calendar links either', () => {
    const venues = { key: 'venue', parameter: 'venue', noun: 'venue' };
    const hosts = { key: 'venue', parameter: 'host', noun: 'host' };
    // A kind with such a key is not among those of other modules.
    expect(() => assertDistinctKinds([venues, hosts], [])).toThrow(
      'Events cannot have the key "venue" for each venue and for each host: rename one.',
    );
  });
});
