import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Response } from 'express';
import { sendText } from './send-text';

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
export async function sendAsset(response: Response, { path, file }: Asset): Promise<void> {
  await sendText(response, extname(path), await readFile(file, 'utf8'));
}
