/** The texts by which an operation is found. */
const foundBy = (operation) =>
  [
    operation.get('method'),
    operation.get('path'),
    ...['summary', 'operationId', 'description'].map((key) =>
      operation.getIn(['operation', key], ''),
    ),
  ]
    .join(' ')
    .toLocaleLowerCase();

/**
 * A box that shows the operations which have all of its words, in their method, path, name or
 * description; Swagger UI's own knows only tags.
 */
export function swaggerFilter(words) {
  return ({ React }) => ({
    fn: {
      opsFilter: (tags, phrase) => {
        const searched = phrase.toLocaleLowerCase().split(/\s+/);
        const isFound = (operation) => searched.every((word) => foundBy(operation).includes(word));
        return tags
          .map((tag) => tag.update('operations', (operations) => operations.filter(isFound)))
          .filter((tag) => tag.get('operations').size > 0);
      },
    },
    components: {
      FilterContainer: ({ layoutSelectors, layoutActions }) => {
        const filter = layoutSelectors.currentFilter();
        return React.createElement(
          'search',
          { className: 'wrapper' },
          React.createElement('input', {
            type: 'search',
            className: 'operation-filter-input',
            placeholder: words.filter,
            'aria-label': words.filter,
            value: typeof filter === 'string' ? filter : '',
            onChange: ({ target }) => layoutActions.updateFilter(target.value),
          }),
        );
      },
    },
  });
}
