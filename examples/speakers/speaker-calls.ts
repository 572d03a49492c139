import type { ResourceCalls } from '../../test/contract/example-calls';

const fields = {
  name: 'Ada Lovelace',
  description: 'Was there <em>first</em>',
  slug: 'ada-lovelace',
};

/** The calls from which the examples in the documents are recorded. */
export const SPEAKER_CALLS: ResourceCalls = {
  path: '/speakers',
  kind: 'Speaker',
  kinds: 'Speakers',
  before: { name: 'Charles Babbage' },
  create: { name: 'Ada Lovelace', description: 'Was there first' },
  update: { description: 'Was there before everybody' },
  list: { search: 'ada' },
  parameters: {
    page: 1,
    per_page: 15,
    search: 'ada',
    include: [1, 2],
    orderby: 'slug',
    order: 'desc',
    _fields: 'speakers.name,total',
  },
  fields,
  item: { id: 2, slug: 'ada-lovelace' },
  keys: 'id,name,url',
};
