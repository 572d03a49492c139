import { readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { Response } from 'express';
import { version } from 'swagger-ui-dist/package.json';
import { DOCS_SCRIPT } from './docs-script';
import { sendText } from './send-text';
import { STYLE } from './style';

/** Folder of Swagger UI from the root of the service: another version has another address. */
export const SWAGGER_UI = `docs/swagger-ui-${version}`;

/** What the pages load, by its path from the root of the service; all languages share it. */
export const ASSETS: Record<string, (response: Response) => void> = {
  'docs/style.css': (response) => sendText(response, 'css', STYLE),
  'docs/docs.js': (response) => sendText(response, 'js', DOCS_SCRIPT),
  [`${SWAGGER_UI}/swagger-ui.css`]: sendSwaggerUi,
  [`${SWAGGER_UI}/swagger-ui-bundle.js`]: sendSwaggerUi,
};

/** As a whole: what is streamed is worked on for as long as its reader likes. */
function sendSwaggerUi(response: Response): void {
  const name = response.req.path.replace(/^.*\//, '');
  response
    .set({ 'Cache-Control': 'public, max-age=31536000, immutable', ETag: `"${version}"` })
    .type(extname(name))
    .send(swaggerUiFile(name));
}

const files = new Map<string, Buffer>();

function swaggerUiFile(name: string): Buffer {
  const known = files.get(name);
  if (known) return known;
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  const file = readFileSync(join(folder, name));
  files.set(name, file);
  return file;
}
