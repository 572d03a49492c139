import { mkdir, writeFile } from 'node:fs/promises';

const API = 'http://127.0.0.1:3000/cal/events/v1';
const NAMES = { en: 'Events', fr: 'Événements' };

/** Escapes a text for HTML. Titles are plain texts; descriptions are sanitised HTML. */
const escaped = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param file the same in the folder of each language */
const page = (language, title, file, languages, content) => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8" />
<title>${escaped(title)}</title>
${languages
  .filter((other) => other in NAMES)
  .map((other) => `<link rel="alternate" hreflang="${other}" href="../${other}/${file}" />`)
  .join('\n')}
${content}
</html>
`;

for (const [language, name] of Object.entries(NAMES)) {
  await mkdir(`site/${language}`, { recursive: true });
  const links = [];
  for (let url = `${API}/events?per_page=50&lang=${language}`; url;) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`The calendar returned ${response.status}.`);
    const { events, next_rest_url } = await response.json();
    for (const { slug, title, start_date, description, language: main, languages } of events) {
      const file = `${encodeURIComponent(slug)}.html`;
      // An event without a title in this language is shown in its main language.
      const shown = languages.includes(language) ? language : main;
      const article = `<article lang="${shown}"><h1>${escaped(title)}</h1>${description}</article>`;
      await writeFile(
        `site/${language}/${slug}.html`,
        page(language, title, file, languages, article),
      );
      links.push(
        `<li lang="${shown}">${start_date.slice(0, 10)} <a href="${file}">${escaped(title)}</a></li>`,
      );
    }
    url = next_rest_url;
  }
  const list = `<h1>${name}</h1>\n<ul>\n${links.join('\n')}\n</ul>`;
  await writeFile(
    `site/${language}/index.html`,
    page(language, name, 'index.html', Object.keys(NAMES), list),
  );
}
