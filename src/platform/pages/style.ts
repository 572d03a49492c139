/** The style sheet of the pages, as the browser gets it. */
export const STYLE = `:root {
  color-scheme: light dark;
  --ground: #fff;
  --raised: #f4f6f5;
  --text: #1c2422;
  --faint: #55615e;
  --line: #d9dfdd;
  --accent: #0b615a;
  --on-accent: #fff;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ground: #1c2022;
    --raised: #262b2e;
    --text: #e8ebea;
    --faint: #a9b3b0;
    --line: #3b4346;
    --accent: #6fd3c4;
    --on-accent: #0d1c1a;
  }
}

body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font: 1.0625rem/1.6 system-ui, sans-serif;
}

.landing a,
body > header a {
  color: var(--accent);
  text-underline-offset: 0.2em;
}

:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
  border-radius: 2px;
}

body > header {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.5rem;
  align-items: center;
  justify-content: space-between;
  padding: 0.75rem max(1.25rem, 50vw - 43.75rem);
  border-bottom: 1px solid var(--line);
}

body > header .home {
  display: flex;
  gap: 0.5rem;
  align-items: center;
  color: inherit;
  font-weight: 650;
  text-decoration: none;
}

body > header img {
  width: 1.5rem;
  height: 1.5rem;
}

body > header nav {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.25rem;
}

body > header nav a {
  padding-block: 0.25rem;
}

body > header [aria-current='page'] {
  color: inherit;
  font-weight: 650;
  text-decoration: none;
}

body > header .home:hover,
body > header [aria-current='page']:hover {
  text-decoration: underline;
}

.landing {
  max-width: 48rem;
  margin: 0 auto;
  padding: clamp(2rem, 8vw, 4.5rem) 1.25rem 4rem;
}

.landing h1 {
  margin: 0;
  font-size: clamp(1.25rem, 6.4vw, 3rem);
  line-height: 1.1;
  letter-spacing: -0.02em;
  text-wrap: balance;
  hyphens: auto;
  overflow-wrap: break-word;
}

.landing .lead {
  margin: 1rem 0 1.75rem;
  color: var(--faint);
  font-size: 1.1875rem;
  text-wrap: pretty;
}

.landing .button {
  display: inline-block;
  padding: 0.65rem 1.25rem;
  border-radius: 0.5rem;
  background: var(--accent);
  color: var(--on-accent);
  font-weight: 600;
  text-decoration: none;
}

.landing .button:hover {
  text-decoration: underline;
}

.landing h2 {
  margin: 2.75rem 0 0.75rem;
  font-size: 1.1875rem;
}

.landing pre {
  margin: 0;
  padding: 0.85rem 1rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  background: var(--raised);
  font: 0.9375rem/1.5 ui-monospace, monospace;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}

.landing pre code {
  font: inherit;
  user-select: all;
}

.landing ul {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(12.5rem, 1fr));
  gap: 1rem;
  margin: 0;
  padding: 0;
  list-style: none;
}

.landing li {
  display: grid;
  gap: 0.4rem;
  align-content: start;
  justify-items: start;
  padding: 1rem 1.15rem 1.15rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
}

.landing h3 {
  margin: 0;
  font-size: 1.0625rem;
}

.swagger-ui .info {
  margin: 2rem 0 1rem;
}

.swagger-ui .info .title {
  font-size: clamp(1.5rem, 6.4vw, 2.25rem);
  line-height: 1.6;
}

.swagger-ui .info a,
.swagger-ui .info a .url {
  color: var(--accent);
}

.swagger-ui .info hgroup.main {
  margin: 0;
}

.swagger-ui .scheme-container {
  padding: 0.5rem 0 1.25rem;
}

noscript {
  display: block;
  margin: 2rem 1.25rem;
}

.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
`;
