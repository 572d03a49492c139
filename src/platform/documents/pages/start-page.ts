import { SERVICE } from '../../foundation/config';
import { html, type Html } from './html';
import { page, type PageContext } from './page';

/**
 * Returns the page at the root of the service: a description of the service, and links to the
 * interface and its documents.
 *
 * @param isLost whether the page stands for one that does not exist
 */
export function startPage(context: PageContext, isLost = false): Html {
  const { up, segment, namespace, root, text } = context;
  const title = isLost ? text('not_found') : text('title');
  const folder = `${up}${segment}${namespace}`;
  return page(context, {
    title,
    path: '',
    body: html`<main id="content" tabindex="-1">
      <h1>${title}</h1>
      <p>${isLost ? text('not_found_text') : text('lead')}</p>
      <p>
        <a class="button" href="${up}${segment}docs">${text('open_docs')}</a>
        <a href="${folder}/doc">${text('document')}</a>
        <a href="${folder}">${text('interface')}</a>
      </p>
      <h2>${text('address')}</h2>
      <pre>${root}</pre>
      <h2>${text('try')}</h2>
      <pre>curl ${root + SERVICE.example}</pre>
    </main>`,
  });
}
