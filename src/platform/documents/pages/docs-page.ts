import { DOCS_SCRIPT, DOCS_STYLE } from './assets';
import { html, type Html } from './html';
import { page, type PageContext } from './page';
import { toolbar } from './reference/reference-page';

/**
 * Returns the documentation page.
 *
 * @param reference the operations, types and errors in the language of the page
 * @param isProtected whether writes need a key
 */
export function docsPage(context: PageContext, reference: Html, isProtected: boolean): Html {
  const { up, segment, namespace, text } = context;
  return page(context, {
    title: `${text('docs')} – ${text('title')}`,
    addressIn: (language) => `${language}/docs`,
    head: html`<link rel="stylesheet" href="${up}${DOCS_STYLE.path}" />
      <script src="${up}${DOCS_SCRIPT.path}" type="module"></script>`,
    kind: 'docs',
    main: html`${toolbar(text)} ${reference}
      <template
        id="trial"
        data-service="${up}"
        data-root="${up}${segment}${namespace}"
        data-copied="${text('copied')}"
        data-nothing="${text('nothing_found')}"
        data-failed="${text('failed')}"
        ><form class="trial">
          ${
            isProtected
              ? html`<label
                  >${text('key')} <input type="password" name="key" autocomplete="off"
                /></label>`
              : html``
          }
          <div></div>
          <button>${text('send')}</button>
          <output></output></form
      ></template>`,
  });
}
