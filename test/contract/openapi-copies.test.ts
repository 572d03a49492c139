import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentFiles } from '../../src/cli/openapi/document-files';
import { readSettings } from '../../src/settings';

const FOLDER = join(__dirname, '../../openapi');

describe('The documents in openapi/', () => {
  it('are those of the service as it is', async () => {
    for (const [name, text] of await documentFiles(readSettings({}))) {
      const copy: unknown = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
      // Where the interface has changed on purpose, `npm run regenerate` writes them anew;
      // then the tables of docs/interface.md are behind, and their test says how to write them.
      expect([name, JSON.stringify(copy, null, 2)]).toEqual([name, text.trimEnd()]);
    }
  });
});
