import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadModules } from './modules';
import { SettingsError } from './platform/config';

/** Returns a class with the metadata of `@Module`. */
const MODULE = `const { Module } = require('@nestjs/common');
const made = (name) => { const type = { [name]: class {} }[name]; Module({ providers: [] })(type); return type; };
`;

describe('loadModules', () => {
  let folder: string;
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'calendar-modules-')));
    const nest = createRequire(__filename).resolve('@nestjs/common');
    write('node_modules/@nestjs/common/index.js', `module.exports = require('${nest}');`);
    write('only.js', `${MODULE}exports.Only = made('Only'); exports.other = 1;`);
    write('class.cjs', `${MODULE}module.exports = made('Class');`);
    write('default.js', `${MODULE}exports.default = made('Default'); exports.Second = made('B');`);
    write('node_modules/@team/both/package.json', '{ "main": "main.js" }');
    write(
      'node_modules/@team/both/main.js',
      `${MODULE}exports.modules = [made('One'), { module: made('Two') }];`,
    );
    write('same.js', "exports.default = require('./only.js').Only;");
    write('nothing.js', 'exports.answer = 42;');
    write('two.js', `${MODULE}exports.One = made('One'); exports.Two = made('Two');`);
    write('broken.js', "throw new Error('out of order');");
    write('own/node_modules/event-calendar-service/platform.js', '');
    write('own/copy.js', `${MODULE}exports.default = made('Copy');`);
    write('lost.js', "require('no-such-package');");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const load = (setting?: string) => loadModules(setting, folder);
  const names = (setting?: string): string[] =>
    load(setting).map((module) => {
      const type = 'module' in module ? module.module : module;
      return (type as { name: string }).name;
    });

  it.each([
    [undefined, []],
    ['', []],
    ['./only.js', ['Only']],
    ['./class.cjs', ['Class']],
    ['./default', ['Default']],
    ['@team/both', ['One', 'Two']],
    [' ./only.js , ,@team/both,', ['Only', 'One', 'Two']],
  ])('%j loads %j', (setting, modules) => {
    expect(names(setting)).toEqual(modules);
  });

  it.each([
    ['./none.js', /^MODULES: \.\/none\.js cannot be found from .*calendar-modules-.*none\.js/],
    ['no-such-package', /^MODULES: no-such-package cannot be found from /],
    ['./nothing.js', /^MODULES: \.\/nothing\.js exports no module\. Export a class with @Module/],
    ['./two.js', /^MODULES: \.\/two\.js exports no module\./],
    ['./broken.js', 'MODULES: ./broken.js cannot be loaded: out of order'],
    ['./lost.js', /^MODULES: \.\/lost\.js cannot be loaded: .*no-such-package/],
    ['./own/copy.js', /^MODULES: \.\/own\/copy\.js would load another copy of the service, \//],
    ['./only.js,./only.js', 'MODULES names ./only.js twice.'],
    ['./only.js,./same.js', 'MODULES names one module twice: ./only.js and ./same.js.'],
  ])('%s is refused', (setting, sentence) => {
    expect(() => load(setting)).toThrow(SettingsError);
    expect(() => load(setting)).toThrow(sentence);
  });
});
