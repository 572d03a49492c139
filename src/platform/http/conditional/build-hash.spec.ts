import { join } from 'node:path';
import { str } from 'envalid';
import { readSettings, SettingsOf } from '../../config';
import { ZONE_RULES, ZoneRules } from '../../dates';
import { buildHashOf } from './build-hash';

class Shown extends SettingsOf({ CURRENCY: str({ default: '' }) }, { areShown: true }) {}
class Hidden extends SettingsOf({ PASSWORD: str({ default: '' }) }) {}

const buildHashWith = (
  environment: Record<string, string>,
  rules = ZONE_RULES,
  versions = ['@concerts/hall@1.0.0'],
): string =>
  buildHashOf(
    readSettings(
      { DATABASE_URL: 'sqlite:x', ...environment },
      { settings: [Shown, Hidden], pages: { tags: 'TAG_URL' } },
    ),
    rules,
    versions,
  );

describe('buildHashOf', () => {
  it('is the same in every instance of one build with the same settings', () => {
    expect(buildHashWith({})).toBe(buildHashWith({ PORT: '1234', PASSWORD: 'sesame' }));
  });

  it.each<Record<string, string>>([
    { TIMEZONE: 'Asia/Tokyo' },
    { CURRENCY: 'CHF' },
    { TAG_URL: 'https://www.example/{slug}' },
  ])('changes with %j', (environment) => {
    expect(buildHashWith(environment)).not.toBe(buildHashWith({}));
  });

  it('changes with the texts', () => {
    expect(buildHashWith({ I18N_FOLDER: join(__dirname, '../../../../i18n/de') })).not.toBe(
      buildHashWith({}),
    );
  });

  it('changes with the version of a module', () => {
    expect(buildHashWith({}, ZONE_RULES, ['@concerts/hall@1.0.1'])).not.toBe(buildHashWith({}));
  });

  it('changes with the time zone rules', () => {
    const older = new ZoneRules({ version: '2025b', zones: [], links: [] });
    expect(buildHashWith({}, older)).not.toBe(buildHashWith({}));
  });
});
