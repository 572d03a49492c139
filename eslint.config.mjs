import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    // The module of examples/performers is compiled against the packed service, by a test.
    ignores: ['dist/', 'dist.*/', 'coverage/', 'data/', '**/node_modules/', 'examples/performers/'],
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // Our own `Event` shadows the browser's: forgetting the import would compile silently.
      'no-restricted-globals': ['error', 'Event', 'event', 'name', 'status', 'Location'],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // An empty text means the same as none where this rule would tell them apart.
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: { string: true } },
      ],
      // What is extended by declaration merging has no members of its own.
      '@typescript-eslint/no-empty-object-type': [
        'error',
        { allowInterfaces: 'with-single-extends' },
      ],
      'no-restricted-properties': [
        'error',
        {
          object: 'URL',
          property: 'canParse',
          message: 'Node 20 refuses letters such as ü after some thousand calls: use parseUrl.',
        },
      ],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    // Programs for users: they print, and Node calls an async listener.
    files: ['examples/recipes/*.ts'],
    rules: {
      'no-console': 'off',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
    },
  },
  {
    // What browsers run: names that nothing declares are slips of the pen.
    files: ['src/platform/pages/browser/*.{js,mjs}'],
    languageOptions: {
      globals: {
        addEventListener: 'readonly',
        document: 'readonly',
        location: 'readonly',
        sessionStorage: 'readonly',
        crypto: 'readonly',
        fetch: 'readonly',
        Headers: 'readonly',
        IntersectionObserver: 'readonly',
        localStorage: 'readonly',
        navigator: 'readonly',
        performance: 'readonly',
        requestAnimationFrame: 'readonly',
        setTimeout: 'readonly',
        URL: 'readonly',
        URLSearchParams: 'readonly',
      },
    },
    rules: {
      'no-undef': 'error',
      'no-unused-vars': ['error', { ignoreRestSiblings: true }],
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { regexp },
    rules: {
      // Time by the length of a text, whatever clients send: no backtracking, no second look at a part.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
    },
  },
  {
    files: ['src/platform/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/calendar/**', '**/cli/**'],
              message: 'platform/ holds the calendar up; it never imports from it.',
            },
          ],
        },
      ],
    },
  },
);
