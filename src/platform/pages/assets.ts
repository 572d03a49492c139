import { dirname } from 'node:path';
import type { Response } from 'express';
import { version } from 'swagger-ui-dist/package.json';
import { DOCS_SCRIPT } from './docs-script';
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

function sendText(response: Response, type: string, text: string): void {
  response.set('Cache-Control', 'no-cache').type(type).send(text);
}

function sendSwaggerUi(response: Response): void {
  const file = response.req.path.replace(/^.*\//, '');
  response.sendFile(file, {
    root: dirname(require.resolve('swagger-ui-dist/package.json')),
    immutable: true,
    maxAge: '365d',
  });
}
