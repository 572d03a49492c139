import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import type { Response } from 'express';
import { version } from 'swagger-ui-dist/package.json';
import { encoded, type Encoding, ENCODINGS } from '../../http/compression';
import { entityTag } from '../../http/conditional';

/**
 * The path of Swagger UI from the root of the service; it contains the version, so that it can be
 * cached.
 */
export const SWAGGER_UI = `docs/swagger-ui-${version}`;

const OWN_FILES = join(__dirname, 'browser');
const SWAGGER_UI_FILES = dirname(require.resolve('swagger-ui-dist/package.json'));

/** A file that the pages load. */
export interface Asset {
  /** The path from the root of the service; the same for all languages. */
  path: string;
  /** The path on this machine. */
  file: string;
  /** Whether the content of the path never changes. */
  isLasting: boolean;
  /**
   * The cascade layer of a style sheet; style sheets without a layer take precedence (CSS Cascading
   * 5).
   */
  layer?: string;
}

const own = (name: string): Asset => ({
  path: `docs/${name}`,
  file: join(OWN_FILES, name),
  isLasting: false,
});

const ofSwaggerUi = (name: string): Asset => ({
  path: `${SWAGGER_UI}/${name}`,
  file: join(SWAGGER_UI_FILES, name),
  isLasting: true,
});

/** The style sheet of all pages. */
export const STYLE = own('style.css');

/** The style sheets of the documentation, which are loaded before it. */
export const DOCS_STYLES = [
  { ...ofSwaggerUi('swagger-ui.css'), layer: 'swagger-ui' },
  own('docs.css'),
];

export const SWAGGER_UI_SCRIPT = ofSwaggerUi('swagger-ui-bundle.js');

export const DOCS_SCRIPT = own('docs.js');

/** The modules imported by the script. */
const DOCS_MODULES = [
  own('swagger-dialog.js'),
  own('swagger-elements.js'),
  own('swagger-filter.js'),
  own('swagger-session.js'),
];

export const ASSETS: readonly Asset[] = [
  STYLE,
  ...DOCS_STYLES,
  SWAGGER_UI_SCRIPT,
  DOCS_SCRIPT,
  ...DOCS_MODULES,
];

/** Answers with a whole file: a stream would stay open for as long as its reader takes. */
export async function sendAsset(response: Response, asset: Asset): Promise<void> {
  const encoding = ENCODINGS.find((each) => response.req.acceptsEncodings(each) !== false);
  const { bytes, etag } = await contentOf(asset, encoding);
  response
    .set({
      'Cache-Control': asset.isLasting ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: etag,
    })
    .vary('Accept-Encoding')
    .type(extname(asset.path));
  if (encoding !== undefined) response.set('Content-Encoding', encoding);
  response.send(bytes);
}

interface Content {
  bytes: Buffer;
  /** The tag of the content, without a content coding. */
  etag: string;
}

/** A cache: files do not change while the service runs, so they are compressed once. */
const contents = new Map<string, Promise<Content>>();

function contentOf(asset: Asset, encoding: Encoding | undefined): Promise<Content> {
  const key = `${asset.path} ${encoding}`;
  const content = contents.get(key) ?? read(asset, encoding);
  contents.set(key, content);
  return content;
}

async function read({ file, layer }: Asset, encoding: Encoding | undefined): Promise<Content> {
  const source = await readFile(file, 'utf8');
  const text = layer === undefined ? source : `@layer ${layer} {\n${source}\n}\n`;
  const bytes = Buffer.from(text);
  return {
    bytes: encoding === undefined ? bytes : await encoded(bytes, encoding),
    etag: entityTag(text),
  };
}
