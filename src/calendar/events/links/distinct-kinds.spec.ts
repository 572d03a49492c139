import { assertDistinct } from './distinct-kinds';

const SPEAKERS = { key: 'speakers', parameter: 'speaker', noun: 'speaker' };
const SPONSORS = { key: 'sponsors', parameter: 'sponsor', noun: 'sponsor' };

describe('What other modules link to events', () => {
  it('has names of its own', () => {
    expect(() => assertDistinct([SPEAKERS, SPONSORS], [SPEAKERS, SPONSORS])).not.toThrow();
  });

  it.each([
    ['a field of events', { key: 'title' }],
    ['a parameter of their list', { parameter: 'search' }],
    ['the key of another kind', { key: 'speakers' }],
    ['the parameter of another kind', { parameter: 'speaker' }],
  ])('cannot take %s', (_name, taken) => {
    const kinds = [SPEAKERS, { ...SPONSORS, ...taken }];
    expect(() => assertDistinct(kinds, kinds)).toThrow(Object.values(taken)[0]);
  });
});
