import { html, type Html } from './html';
import { page, type PageContext } from './page';

/**
 * The documentation of the interface, which a script makes of its OpenAPI document.
 *
 * @param swaggerUi folder of Swagger UI from the root of the service
 */
export function docsPage(context: PageContext, swaggerUi: string): Html {
  const { up, segment, namespace, text } = context;
  const root = `${up}${segment}${namespace}`;
  return page(context, {
    title: `${text('docs')} – ${text('title')}`,
    addressIn: (language) => `${language}/docs`,
    head: html`<link rel="stylesheet" href="${up}${swaggerUi}/swagger-ui.css" />
      <script src="${up}${swaggerUi}/swagger-ui-bundle.js" defer></script>
      <script src="${up}docs/docs.js" defer></script>`,
    main: html`<main>
      <h1 class="unseen">${text('title')}</h1>
      <noscript>${text('needs_script')} <a href="${root}/doc">${text('document')}</a></noscript>
      <div
        id="docs"
        data-root="${root}"
        data-title="${text('docs')}"
        data-description="${text('lead')}"
        data-example="${text('example')}"
      ></div>
    </main>`,
  });
}
