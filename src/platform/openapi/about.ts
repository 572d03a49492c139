import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';

/** What the document says of the interface as a whole. */
export interface InterfaceInfo {
  title: string;
  version: string;
}

/** The fields of package.json, the one place that says what this is, whose, and under what terms. */
interface Package {
  description: string;
  author: string;
  /** An identifier of SPDX. */
  license: string;
}

const PACKAGE = join(__dirname, '../../../package.json');

/** The `info` of the document. */
export function about({ title, version }: InterfaceInfo): OpenAPIObject['info'] {
  const { description, author, license } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as Package;
  return {
    title,
    version,
    description: `${description}.`,
    contact: { name: author },
    license: { name: license, url: `https://spdx.org/licenses/${license}.html` },
  };
}
