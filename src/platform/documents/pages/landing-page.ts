import { html, type Html } from './html';
import { languageName } from './language-name';
import { page, type PageContext } from './page';

/**
 * Returns the page at the root of the service: a description of the service, and links to the
 * interface and its documents.
 *
 * @param root absolute address of the interface in the language of the page
 * @param example path of a list, below that address
 */
export function landingPage(context: PageContext, root: string, example: string): Html {
  const { up, segment, text } = context;
  return page(context, {
    title: text('title'),
    addressIn: (language) => `${language}/`,
    kind: 'landing',
    main: html`<h1>${text('title')}</h1>
      <p class="lead">${text('lead')}</p>
      <p><a class="button" href="${up}${segment}docs">${text('open_docs')}</a></p>
      <section aria-labelledby="address">
        <h2 id="address">${text('address')}</h2>
        <pre><code>${breakable(root)}</code></pre>
      </section>
      <section aria-labelledby="try">
        <h2 id="try">${text('try')}</h2>
        <pre><code>curl ${breakable(root + example)}</code></pre>
      </section>
      <section aria-labelledby="languages">
        <h2 id="languages">${text('languages')}</h2>
        <ul>
          ${context.languages.map((language) => linksIn(language, context))}
        </ul>
      </section>`,
  });
}

function linksIn(language: string, { up, namespace, text }: PageContext): Html {
  const folder = `${up}${language}/`;
  return html`<li lang="${language}">
    <h3>${languageName(language)}</h3>
    <a href="${folder}docs" hreflang="${language}">${text('docs', language)}</a>
    <a href="${folder}${namespace}/doc" hreflang="${language}">${text('document', language)}</a>
    <a href="${folder}${namespace}" hreflang="${language}">${text('interface', language)}</a>
  </li>`;
}

/** Returns an address that can wrap after its slashes. */
function breakable(address: string): Html {
  const [start, ...rest] = address.split(/(?<=\/)(?!\/)/);
  return rest.reduce((text, part) => html`${text}<wbr />${part}`, html`${start}`);
}
