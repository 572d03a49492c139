import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentFiles } from '../../src/cli/openapi.command';
import { readSettings } from '../../src/settings';

const FOLDER = join(__dirname, '../../openapi');

describe('The documents in openapi/', () => {
  it('are up to date', async () => {
    for (const [name, text] of await documentFiles(readSettings({}))) {
      const copy: unknown = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
      // After an intended change, `npm run regenerate` writes these files and the tables
      // of docs/interface.md.
      expect([name, JSON.stringify(copy, null, 2)]).toEqual([name, text.trimEnd()]);
    }
  });
});
