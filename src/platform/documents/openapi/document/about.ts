import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Settings } from '../../../foundation/config';
import type { Translate } from './document-texts';

/** The names of the interface in the document. */
export interface InterfaceInfo {
  title: string;
  version: string;
}

/** The fields read from package.json: description, author and license are declared only there. */
interface Package {
  description: string;
  author: string;
  /** An SPDX identifier. */
  license: string;
}

const PACKAGE = join(__dirname, '../../../../../package.json');

/** Returns the `info` of the document, with a guide to everything that all operations share. */
export function about(
  { title, version }: InterfaceInfo,
  settings: Pick<Settings, 'access' | 'oidc'>,
  translate: Translate,
): OpenAPIObject['info'] {
  const { description, author, license } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as Package;
  return {
    title,
    version,
    description: [`${description}.`, ...guide(settings, translate)].join('\n\n'),
    contact: { name: author },
    license: { name: license, url: `https://spdx.org/licenses/${license}.html` },
  };
}

/** Returns the paragraphs of the guide, in Markdown. */
function guide(
  { access, oidc }: Pick<Settings, 'access' | 'oidc'>,
  translate: Translate,
): string[] {
  const chapter = (name: string, texts = ['text']): string[] => [
    `## ${translate(`document.guide.${name}.title`)}`,
    texts.map((text) => translate(`document.guide.${name}.${text}`)).join(' '),
  ];
  return [
    translate('document.guide.additions'),
    ...chapter('keys', [access, ...(access === 'protected' && oidc ? ['token'] : [])]),
    ...['paging', 'dates', 'changes', 'problems'].flatMap((name) => chapter(name)),
  ];
}
