import { ATOM_TYPE } from '../feed-address';

/** What feeds of news are in the documents; RFC 4287 and JSON Feed 1.1 say the rest. */
export const ATOM_CONTENT = {
  [ATOM_TYPE]: { schema: { type: 'string' as const, pattern: '^<\\?xml' } },
};

export const JSON_FEED_CONTENT = {
  'application/feed+json': {
    schema: {
      type: 'object' as const,
      additionalProperties: true,
    },
  },
};
