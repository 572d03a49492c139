/* The documentation: Swagger UI with the document that the service makes for people. */

import { swaggerDialog } from './swagger-dialog.js';
import { swaggerElements } from './swagger-elements.js';
import { swaggerFilter } from './swagger-filter.js';
import { swaggerSession } from './swagger-session.js';

const place = document.getElementById('docs');
const root = new URL(place.dataset.root, location).href;
const words = JSON.parse(place.dataset.words);

/** The server is the origin of the page: the document may contain another address. */
const ServedFromHere = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        updateJsonSpec: (update) => (spec) => update({ ...spec, servers: [{ url: root }] }),
      },
    },
  },
});

/** Swagger UI has no input for the integers of a list, and prints warnings. */
const IntegerFields = ({ React }) => {
  const Field = (props) => React.createElement(props.getComponent('JsonSchema_string'), props);
  return { components: { JsonSchema_integer_int32: Field, JsonSchema_integer_int64: Field } };
};

const ui = SwaggerUIBundle({
  domNode: place,
  url: place.dataset.document,
  plugins: [
    ServedFromHere,
    IntegerFields,
    swaggerElements(words),
    swaggerFilter(words),
    swaggerDialog(words),
    swaggerSession(new URL(place.dataset.service, location).pathname),
  ],
  deepLinking: true,
  displayRequestDuration: true,
  filter: true,
  // Opened schemas show their fields, with their types.
  defaultModelsExpandDepth: 2,
  defaultModelExpandDepth: 2,
  validatorUrl: null,
});

const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

// Links in texts open operations on this page, not in a new one.
place.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#/"]');
  if (!link) return;
  event.preventDefault();
  history.pushState(null, '', link.hash);
  ui.layoutActions.parseDeepLinkHash(link.hash);
});

// Links to other languages keep the fragment.
for (const link of document.querySelectorAll('header nav a'))
  link.addEventListener('click', () => {
    link.hash = location.hash;
  });

// The fragment of the address is the open operation, and must not change.
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  document.getElementById('content').focus();
});
