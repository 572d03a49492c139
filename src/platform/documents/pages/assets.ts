import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Response } from 'express';
import { encoded, type Encoding, ENCODINGS } from '../../http/compression';
import { entityTag } from '../../http/conditional';

/** A file that the pages load. */
export interface Asset {
  /** The path from the root of the service; the same for all languages. */
  path: string;
  /** The path on this machine. */
  file: string;
}

const asset = (name: string): Asset => ({
  path: `docs/${name}`,
  file: join(__dirname, 'browser', name),
});

/** The style sheet of all pages. */
export const STYLE = asset('style.css');
/** The style sheet of the documentation, which is loaded after it. */
export const DOCS_STYLE = asset('docs.css');
export const DOCS_SCRIPT = asset('docs.js');
/** The module that the script imports on demand. */
const TRIAL_SCRIPT = asset('trial.js');

export const ASSETS: readonly Asset[] = [STYLE, DOCS_STYLE, DOCS_SCRIPT, TRIAL_SCRIPT];

/** Answers with a whole file: a stream would stay open for as long as its reader takes. */
export async function sendAsset(response: Response, asset: Asset): Promise<void> {
  const encoding = ENCODINGS.find((each) => response.req.acceptsEncodings(each) !== false);
  const { bytes, etag } = await contentOf(asset, encoding);
  response
    .set({
      'Cache-Control': 'no-cache',
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

async function read({ file }: Asset, encoding: Encoding | undefined): Promise<Content> {
  const bytes = await readFile(file);
  return {
    bytes: encoding === undefined ? bytes : await encoded(bytes, encoding),
    etag: entityTag(bytes.toString()),
  };
}
