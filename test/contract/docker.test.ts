import { variablesOf } from '../../src/platform/foundation/config/settings';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../../docker');
const COMPOSE = readdirSync(FOLDER).filter((file) => /^compose.*\.yaml$/.test(file));

describe('The Compose file', () => {
  const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

  it.each(COMPOSE)(
    '%s requires a key for writes, and shows how to create the first one',
    (file) => {
      const text = read(file);
      const [, access] = /^ +ACCESS: *(.*)$/m.exec(text) ?? [];
      if (text.includes('dockerfile:')) expect(access).toBe('${ACCESS:-protected}');
      else expect(access).toBeUndefined();
      expect(text).toMatch(/^# .*first key/m);
    },
  );

  it.each(COMPOSE)('%s sets only known settings', (file) => {
    const known = Object.keys(variablesOf({ settings: [], pages: {} }));
    // Settings of other images have their own prefix.
    const set = [...read(file).matchAll(/^ +([A-Z][A-Z_]+):/gm)].map(([, name]) => name);
    const unknown = set.filter(
      (name) => !/^(MYSQL|MARIADB|GF)_/.test(name) && !known.includes(name),
    );
    expect(unknown).toEqual([]);
  });

  it('compose.cluster.yaml has a database node per instance, which waits for it', () => {
    const text = read('compose.cluster.yaml');
    const services = text.split(/^ {2}(?=\w+:$)/m);
    for (const place of [1, 2, 3]) {
      const [service] = services.filter((part) => part.startsWith(`calendar${place}:`));
      expect(service).toContain(`@node${place}:3306/calendar`);
      expect(text).toMatch(new RegExp(`^ +server calendar${place} calendar${place}:3000$`, 'm'));
      // The first instance runs the migrations before the others start.
      expect(service).toContain(place === 1 ? 'node1:' : 'calendar1:\n');
    }
  });

  it.each(COMPOSE)('%s starts with the documented command and passwords', (file) => {
    const shown = read(file)
      .split('\n')
      .filter((line) => line.startsWith('#'))
      .join('\n');
    expect(shown).toMatch(new RegExp(`-f docker/${file} up --build$`, 'm'));
    const needed = [...read(file).matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    for (const name of ['MYSQL_PASSWORD', ...needed]) expect(shown).toContain(`${name}=…`);
  });

  it('compose.yaml shows the command that creates a key', () => {
    expect(read('compose.yaml')).toContain('keys create --name admin --role administrator');
  });
});
