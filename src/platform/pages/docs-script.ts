/** The script of the documentation, as the browser gets it. */
export const DOCS_SCRIPT = `'use strict';

const place = document.getElementById('docs');
const { title, description, example } = place.dataset;
const root = new URL(place.dataset.root, location).href;

/** Swagger UI would send every example along: those of optional parameters are told instead. */
function tellExample(parameter) {
  const { required, schema = {}, example: value = schema.example } = parameter;
  if (required || value === undefined) return;
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  parameter.description = (parameter.description || '') + '\\n\\n' + example + ' \`' + shown + '\`';
  delete parameter.example;
  delete schema.example;
}

/**
 * The document under headings in the language of the page, with the service that the page came
 * from as its server: it may know itself by another name.
 */
function ofThisPage(spec) {
  for (const item of Object.values(spec.paths))
    for (const { parameters = [] } of Object.values(item)) parameters.forEach(tellExample);
  return { ...spec, info: { ...spec.info, title, description }, servers: [{ url: root }] };
}

const OfThisPage = () => ({
  statePlugins: {
    spec: { wrapActions: { updateJsonSpec: (update) => (spec) => update(ofThisPage(spec)) } },
  },
});

SwaggerUIBundle({
  domNode: place,
  url: root + '/doc',
  plugins: [OfThisPage],
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});

const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

// Another language opens at the same place.
for (const link of document.querySelectorAll('header nav a'))
  link.addEventListener('click', () => {
    link.hash = location.hash;
  });
`;
