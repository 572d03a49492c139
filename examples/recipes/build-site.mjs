import { mkdir, writeFile } from 'node:fs/promises';

const API = 'http://127.0.0.1:3000/cal/events/v1';

/** Escapes a text for HTML. Titles are plain texts; descriptions are sanitised HTML. */
const escaped = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const page = (title, content) => `<!doctype html>
<meta charset="utf-8" />
<title>${escaped(title)}</title>
<h1>${escaped(title)}</h1>
${content}
`;

await mkdir('site', { recursive: true });
const links = [];
for (let url = `${API}/events?per_page=50`; url;) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The calendar returned ${response.status}.`);
  const { events, next_rest_url } = await response.json();
  for (const { slug, title, start_date, timezone, description } of events) {
    const time = `${start_date.slice(0, 16)} (${timezone})`;
    await writeFile(`site/${slug}.html`, page(title, `<p>${time}</p>\n${description}`));
    links.push(`<li>${time} <a href="${encodeURIComponent(slug)}.html">${escaped(title)}</a></li>`);
  }
  url = next_rest_url;
}
await writeFile('site/index.html', page('Events', `<ul>\n${links.join('\n')}\n</ul>`));
