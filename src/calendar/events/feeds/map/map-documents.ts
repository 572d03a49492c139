/** What maps are in the documents; RFC 7946 says the rest. */
export const MAP_CONTENT = {
  'application/geo+json': {
    schema: {
      type: 'object' as const,
      additionalProperties: true,
    },
  },
};
