import { str } from 'envalid';
import { readSettings, SettingsOf } from '../../config';
import { ZONE_RULES, ZoneRules } from '../../dates';
import { editionOf } from './build-hash';

class Shown extends SettingsOf({ CURRENCY: str({ default: '' }) }, { areShown: true }) {}
class Hidden extends SettingsOf({ PASSWORD: str({ default: '' }) }) {}

const editionWith = (
  environment: Record<string, string>,
  rules = ZONE_RULES,
  versions = ['@concerts/hall@1.0.0'],
): string =>
  editionOf(
    readSettings(
      { DATABASE_URL: 'sqlite:x', ...environment },
      { settings: [Shown, Hidden], pages: { tags: 'TAG_URL' } },
    ),
    rules,
    versions,
  );

describe('editionOf', () => {
  it('is the same in every instance of one build with the same settings', () => {
    expect(editionWith({})).toBe(editionWith({ PORT: '1234', PASSWORD: 'sesame' }));
  });

  it.each<Record<string, string>>([
    { TIMEZONE: 'Asia/Tokyo' },
    { CURRENCY: 'CHF' },
    { TAG_URL: 'https://www.example/{slug}' },
  ])('changes with %j', (environment) => {
    expect(editionWith(environment)).not.toBe(editionWith({}));
  });

  it('changes with the version of a module', () => {
    expect(editionWith({}, ZONE_RULES, ['@concerts/hall@1.0.1'])).not.toBe(editionWith({}));
  });

  it('changes with the time zone rules', () => {
    const older = new ZoneRules({ version: '2025b', zones: [], links: [] });
    expect(editionWith({}, older)).not.toBe(editionWith({}));
  });
});
