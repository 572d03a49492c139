import { DOCS_SCRIPT, DOCS_STYLES, SWAGGER_UI_SCRIPT } from './assets';
import { html, type Html } from './html';
import { page, type PageContext } from './page';

/** The path of the page's document, from the root of the service in a language. */
export const PAGE_DOCUMENT = 'docs/openapi.json';

/**
 * Returns the documentation page, which a script renders from an OpenAPI document.
 *
 * @param labels the labels of Swagger UI in the language of the page, by their English texts
 */
export function docsPage(context: PageContext, labels: Readonly<Record<string, string>>): Html {
  const { up, segment, namespace, text } = context;
  const root = `${up}${segment}${namespace}`;
  const words = {
    labels,
    filter: text('filter'),
    body: text('body'),
    authorizations: text('authorizations'),
    document: text('document'),
    documentAt: `${root}/doc`,
  };
  return page(context, {
    title: `${text('docs')} – ${text('title')}`,
    addressIn: (language) => `${language}/docs`,
    head: html`${DOCS_STYLES.map(({ path }) => html`<link rel="stylesheet" href="${up}${path}" />`)}
      <script src="${up}${SWAGGER_UI_SCRIPT.path}" defer></script>
      <script src="${up}${DOCS_SCRIPT.path}" type="module"></script>`,
    main: html`<noscript>
        <h1>${text('docs')}</h1>
        <p>${text('needs_script')} <a href="${root}/doc">${text('document')}</a></p>
      </noscript>
      <div
        id="docs"
        data-service="${up}"
        data-root="${root}"
        data-document="${up}${segment}${PAGE_DOCUMENT}"
        data-words="${JSON.stringify(words)}"
      ></div>`,
  });
}
