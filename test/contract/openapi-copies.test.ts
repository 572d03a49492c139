import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentFiles } from '../../src/cli/offline-documents';
import { readSettings } from '../../src/settings';
import { withoutTexts } from '../support/openapi-document';

const FILE = join(__dirname, '../../openapi/en.json');

describe('The document in openapi/', () => {
  it('is up to date, except for its texts, which CI writes', async () => {
    const files = await documentFiles(readSettings({}));
    const copy: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
    // After an intended change, `npm run regenerate` writes the file and the tables of the pages.
    expect(withoutTexts(copy)).toEqual(withoutTexts(JSON.parse(files.get('en.json') ?? '')));
  });
});
