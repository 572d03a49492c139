/** The texts of an operation that are searched. */
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
 * A search box that shows the operations with all its words in their method, path, name or
 * description; Swagger UI's own only searches tags
 * (https://github.com/swagger-api/swagger-ui/issues/3876).
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
