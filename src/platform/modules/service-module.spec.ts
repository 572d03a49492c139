import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callingPackage, packageOf } from './service-module';

describe('The version of a package', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'calendar-modules-'));
    mkdirSync(join(folder, 'dist/booking'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "name": "@concerts/hall", "version": "1.2.0" }');
    writeFileSync(join(folder, 'dist/package.json'), '{ "type": "commonjs" }');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is from the nearest package.json with a version', () => {
    expect(packageOf(join(folder, 'dist/booking'))).toBe('@concerts/hall@1.2.0');
    expect(packageOf(tmpdir())).toBe('');
  });

  it('is found for the calling code', () => {
    const { name, version } = jest.requireActual<Record<string, string>>('../../../package.json');
    const called = (): string => callingPackage(called);
    expect(called()).toBe(`${name}@${version}`);
  });
});
