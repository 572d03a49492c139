import { Html, html, page } from '../../platform/pages';
import type { Visit } from './visit';

/** The parts of a page of the site. */
interface SitePage {
  title: string;
  /** The title in the page, if it is marked with its language. */
  heading?: Html;
  /** The canonical path, with its query; undefined for a page that search engines do not store. */
  canonical?: string;
  /** Search engines would follow empty months for ever. */
  isEmpty?: boolean;
  /** For search engines and previews. */
  description?: string;
  image?: string;
  /** The languages in which the page exists; by default all. */
  languages?: readonly string[];
  /** The same page in other media types. */
  alternates?: readonly { type: string; address: string }[];
  /** Structured data (JSON-LD). */
  data?: unknown;
  /** What follows the title. */
  main: Html;
}

/** Renders a page of the site. */
export function sitePage(visit: Visit, parts: SitePage): string {
  const { layout, name, text } = visit;
  const { title, heading = title, canonical, main } = parts;
  return page(layout, {
    title: title === name ? name : `${title} – ${name}`,
    path: canonical ?? visit.path,
    name: 'site',
    head: headOf(visit, parts),
    menu: html`<nav aria-label="${text('pages')}">
      <a href="${visit.link('events/')}">${text('list')}</a>
      <a href="${visit.link('events/month/')}">${text('month')}</a>
      <a href="${visit.link('docs')}">${text('reference')}</a>
    </nav>`,
    body: html`<main id="content" tabindex="-1">
      <h1>${heading}</h1>
      ${main}
    </main>`,
  }).text;
}

function headOf(visit: Visit, parts: SitePage): Html {
  const { title, canonical, isEmpty, description, image, alternates = [], data } = parts;
  const { languages = visit.layout.languages } = parts;
  const isStored = canonical !== undefined && isEmpty !== true;
  return html`<script src="${visit.layout.up}docs/site.js" defer></script>
    ${!isStored && html`<meta name="robots" content="noindex" />`}
    ${canonical !== undefined && addresses(visit, canonical, languages)}
    ${alternates.map(
      ({ type, address }) => html`<link rel="alternate" type="${type}" href="${address}" />`,
    )}
    <meta property="og:title" content="${title}" />
    <meta property="og:site_name" content="${visit.name}" />
    <meta property="og:type" content="website" />
    ${
      description &&
      html`<meta name="description" content="${description}" />
        <meta property="og:description" content="${description}" />`
    }
    ${
      image &&
      html`<meta property="og:image" content="${image}" />
        <meta name="twitter:card" content="summary_large_image" />`
    }
    ${data !== undefined && structured(data)}`;
}

/** Renders the canonical address of a page, and those of its languages. */
function addresses({ address }: Visit, canonical: string, languages: readonly string[]): Html {
  const segments = ['', ...languages.map((language) => `/${language}`)];
  return html`<link rel="canonical" href="${address(canonical)}" />
    <meta property="og:url" content="${address(canonical)}" />
    ${segments.map(
      (segment) =>
        html`<link
          rel="alternate"
          hreflang="${segment.slice(1) || 'x-default'}"
          href="${address(canonical, segment)}"
        />`,
    )}`;
}

/** A script element ends at the first `</script`, wherever it is. */
const structured = (data: unknown): Html =>
  new Html(
    `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
  );
