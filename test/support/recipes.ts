import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = readFileSync(join(__dirname, '../../docs/recipes.md'), 'utf8');

/** The service in the examples of docs/recipes.md. */
const SERVICE = 'http://127.0.0.1:3000';

/**
 * Returns a code block of docs/recipes.md.
 *
 * @param heading of the section; it has one block of the language
 * @param origin of the service, which replaces the one in the example
 */
export function recipe(heading: string, language: string, origin: string): string {
  const section = PAGE.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const [, code] = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'm').exec(section) ?? [];
  if (code === undefined) throw new Error(`${heading} has no block of ${language}.`);
  return code.replaceAll(SERVICE, origin);
}
