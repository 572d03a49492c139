import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { Response } from 'express';
import { encoded, type Encoding, ENCODINGS } from '../compression';
import { version } from 'swagger-ui-dist/package.json';
import { DOCS_SCRIPT } from './docs-script';
import { sendText } from './send-text';
import { STYLE } from './style';

/** Folder of Swagger UI from the root of the service: another version has another address. */
export const SWAGGER_UI = `docs/swagger-ui-${version}`;

/** What the pages load, by its path from the root of the service; all languages share it. */
export const ASSETS: Record<string, (response: Response) => void | Promise<void>> = {
  'docs/style.css': (response) => sendText(response, 'css', STYLE),
  'docs/docs.js': (response) => sendText(response, 'js', DOCS_SCRIPT),
  [`${SWAGGER_UI}/swagger-ui.css`]: sendSwaggerUi,
  [`${SWAGGER_UI}/swagger-ui-bundle.js`]: sendSwaggerUi,
};

/** As a whole: what is streamed is worked on for as long as its reader likes. */
async function sendSwaggerUi(response: Response): Promise<void> {
  const name = response.req.path.replace(/^.*\//, '');
  const encoding = ENCODINGS.find((each) => response.req.acceptsEncodings(each) !== false);
  response
    .set({ 'Cache-Control': 'public, max-age=31536000, immutable', ETag: `"${version}"` })
    .vary('Accept-Encoding')
    .type(extname(name));
  if (encoding !== undefined) response.set('Content-Encoding', encoding);
  response.send(await swaggerUiFile(name, encoding));
}

/** They never change, and so are compressed once. */
const files = new Map<string, Promise<Buffer>>();

function swaggerUiFile(name: string, encoding: Encoding | undefined): Promise<Buffer> {
  const key = `${name} ${encoding}`;
  const file = files.get(key) ?? readSwaggerUi(name, encoding);
  files.set(key, file);
  return file;
}

async function readSwaggerUi(name: string, encoding: Encoding | undefined): Promise<Buffer> {
  const folder = dirname(require.resolve('swagger-ui-dist/package.json'));
  const file = await readFile(join(folder, name));
  return encoding === undefined ? file : encoded(file, encoding);
}
