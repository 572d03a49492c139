import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../../docker');
const COMPOSE = readdirSync(FOLDER).filter((file) => /^compose.*\.yaml$/.test(file));

describe('The compose file', () => {
  const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

  it.each(COMPOSE)('%s lets nobody write without a key, and says how to make the first', (file) => {
    const text = read(file);
    const [, access] = /^ +ACCESS: *(.*)$/m.exec(text) ?? [];
    if (text.includes('dockerfile:')) expect(access).toBe('${ACCESS:-protected}');
    else expect(access).toBeUndefined();
    expect(text).toMatch(/^# .*first key/m);
  });

  it('compose.yaml shows the command that makes a key', () => {
    expect(read('compose.yaml')).toContain('keys create --name admin --role administrator');
  });
});
