import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { SERVICE, type Settings } from '../../config';
import type { Translate } from './document-texts';

/** Description, author and license are declared in package.json only. */
interface Package {
  description: string;
  author: string;
  /** An SPDX identifier. */
  license: string;
}

const PACKAGE = join(__dirname, '../../../../package.json');

/** A chapter about features of all operations. */
export interface Guide {
  /** The same in every language: `dates`. */
  name: string;
  title: string;
  /** Markdown. */
  text: string;
}

type Access = Pick<Settings, 'access' | 'oidc'>;

export function about(settings: Access, translate: Translate): OpenAPIObject['info'] {
  const { description, author, license } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as Package;
  const chapters = guides(settings, translate).flatMap(({ title, text }) => [`## ${title}`, text]);
  return {
    title: SERVICE.title,
    version: SERVICE.version,
    description: [`${description}.`, ...chapters].join('\n\n'),
    contact: { name: author },
    license: { name: license, url: `https://spdx.org/licenses/${license}.html` },
  };
}

export function guides({ access, oidc }: Access, translate: Translate): Guide[] {
  const chapter = (name: string, texts = ['text']): Guide => ({
    name,
    title: translate(`document.guide.${name}.title`),
    text: texts.map((text) => translate(`document.guide.${name}.${text}`)).join(' '),
  });
  return [
    chapter('keys', [access, ...(access === 'protected' && oidc ? ['token'] : [])]),
    ...['values', 'paging', 'dates', 'changes', 'problems'].map((name) => chapter(name)),
  ];
}
