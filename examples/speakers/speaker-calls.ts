import type { ResourceCalls } from '../../test/contract/example-calls';

const fields = {
  name: 'The second one',
  description: 'Comes <em>after</em> the first',
  slug: 'the-second-one',
  language: 'en',
  lang: 'en',
  translations: { fr: { name: 'La seconde' } },
};

/** The calls from which the examples in the documents are recorded. */
export const SPEAKER_CALLS: ResourceCalls = {
  path: '/speakers',
  kind: 'Speaker',
  kinds: 'Speakers',
  minimal: { name: 'The first one' },
  full: { name: 'The second one', description: 'Comes after the first' },
  update: { description: 'Comes before the third' },
  list: { search: 'one' },
  parameters: {
    page: 1,
    per_page: 15,
    search: 'one',
    include: [1, 2],
    orderby: 'slug',
    order: 'desc',
    _fields: 'speakers.name,total',
  },
  fields,
  item: { id: 1, slug: 'the-second-one', lang: 'fr', translations: true },
  keys: 'id,name,url',
};
