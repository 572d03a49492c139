import { assertDistinctNames } from './linked-fields';

const fields = { body: Object, query: Object, record: Object };
const VENUES = { key: 'venue', parameter: 'venue', noun: 'venue' };
const SPEAKERS = { key: 'speakers', parameter: 'speaker', noun: 'speaker', fields };
const SPONSORS = { key: 'sponsors', parameter: 'sponsor', noun: 'sponsor', fields };

describe('assertDistinctNames', () => {
  it('accepts kinds with distinct names', () => {
    expect(() => assertDistinctNames([VENUES, SPEAKERS, SPONSORS])).not.toThrow();
  });

  it.each([
    ['a field of events', { key: 'title' }],
    ['a parameter of their list', { parameter: 'search' }],
    ['the key of a built-in kind', { key: 'venue' }],
    ['the key of another kind', { key: 'speakers' }],
    ['the parameter of another kind', { parameter: 'speaker' }],
  ])('rejects %s', (_name, taken) => {
    const kinds = [VENUES, SPEAKERS, { ...SPONSORS, ...taken }];
    expect(() => assertDistinctNames(kinds)).toThrow(Object.values(taken)[0]);
  });

  it('rejects two built-in kinds with the same key', () => {
    expect(() => assertDistinctNames([VENUES, { ...VENUES, noun: 'host' }])).toThrow(
      'Events cannot have the key "venue" for each venue and for each host: rename one.',
    );
  });

  it('rejects a kind of another module without fields', () => {
    expect(() => assertDistinctNames([{ ...SPEAKERS, fields: undefined }])).toThrow(
      'Events have no "speakers" for each speaker: add "fields" to its kind.',
    );
  });
});
