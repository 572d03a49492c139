import { execFileSync } from 'node:child_process';
import { type Zone, ZONE_RULES } from '../../src/platform/dates';

// Set in test/projects/outsiders.mjs.
const { tzdata, noTzdata } = globalThis as unknown as { tzdata?: string; noTzdata: string };

const [FROM, UNTIL] = [1970, 2038];
/** `zdump` lists 68 years of each of 600 zones. */
const ZDUMP_MILLISECONDS = 300_000;
const LINE = /^(\S+) +\w+ (\w+ +\d+) ([\d:]+) (\d+) UT = .* (\S+) isdst=\d gmtoff=(-?\d+)$/;

/** Debian still ships these as zones; in the tz database they are links to cities since 2024b. */
const OF_THEIR_OWN = new Set(['EET', 'MET', 'WET']);

interface Shown {
  at: number;
  offset: number;
  abbreviation: string;
}

const zdump = (...parameters: string[]): string[] =>
  execFileSync('zdump', parameters, { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .trim()
    .split('\n');

/** The second before each change of the offset, and the change. */
function systemChanges(names: readonly string[]): Map<string, Shown[]> {
  const changes = new Map<string, Shown[]>();
  for (const line of zdump('-V', '-c', `${FROM},${UNTIL}`, ...names)) {
    const [, name, day, time, year, abbreviation, gmtoff] = LINE.exec(line) ?? [];
    const shown = {
      at: Date.parse(`${day} ${year} ${time} UTC`),
      offset: Number(gmtoff) * 1000,
      abbreviation,
    };
    changes.set(name, [...(changes.get(name) ?? []), shown]);
  }
  return changes;
}

/** The current local times of zones; here `zdump` prints both times instead of the offset. */
function systemNow(names: readonly string[]): Map<string, Omit<Shown, 'at'>> {
  const lines = zdump('UTC', ...names).map((line) => {
    const [name, , month, day, time, year, abbreviation] = line.split(/ +/);
    return { name, ms: Date.parse(`${month} ${day} ${year} ${time} UTC`), abbreviation };
  });
  const [utc, ...others] = lines;
  return new Map(
    others.map(({ name, ms, abbreviation }) => [
      name,
      { offset: Math.round((ms - utc.ms) / 60_000) * 60_000, abbreviation },
    ]),
  );
}

const isEqual = (zone: Zone, { at, offset, abbreviation }: Shown): boolean =>
  zone.offsetAt(at) === offset && zone.abbreviationAt(at) === abbreviation;

describe('The time zone rules', () => {
  it(
    'are those of the tz database, for every zone and every change of 1970 to 2037',
    () => {
      if (tzdata === undefined) {
        // In CI, a missing program is a failure; elsewhere, the reporter lists the skipped tests.
        if (process.env.CI === 'true') throw new Error(noTzdata);
        return;
      }
      const names = ZONE_RULES.names.filter((name) => !OF_THEIR_OWN.has(name));
      const changes = systemChanges(names);
      const steady = names.filter((name) => !changes.has(name));
      const now = Date.now();
      const today = systemNow(steady);
      const differing = names.filter((name) => {
        const zone = ZONE_RULES.zone(name);
        const ours = zone.changes(Date.UTC(FROM), Date.UTC(UNTIL));
        const theirs = changes.get(name);
        if (theirs === undefined) {
          const shown = today.get(name);
          return ours.length > 0 || !shown || !isEqual(zone, { at: now, ...shown });
        }
        const instants = new Set(theirs.map(({ at }) => at));
        return (
          !theirs.every((shown) => isEqual(zone, shown)) ||
          !ours.every(({ at }) => instants.has(at))
        );
      });
      if (tzdata === ZONE_RULES.release) expect(differing).toEqual([]);
      else {
        // Different releases differ in a few zones only; all others must be equal.
        process.stderr.write(
          `Zones of ${ZONE_RULES.release} that are not as in ${tzdata}: ${differing.join(', ')}\n`,
        );
        expect(differing.length).toBeLessThan(names.length / 5);
      }
    },
    ZDUMP_MILLISECONDS,
  );

  it('repeat every 400 years', () => {
    // Zones whose changes continue after the end of the table; see `Zone`.
    const endless = ZONE_RULES.names.filter(
      (name) => ZONE_RULES.zone(name).changes(Date.UTC(2098), Date.UTC(2100)).length > 0,
    );
    expect(endless).toEqual(expect.arrayContaining(['Europe/Paris', 'America/New_York']));
    for (const name of endless) {
      const zone = ZONE_RULES.zone(name);
      const inYear = (year: number): string[] =>
        zone
          .changes(Date.UTC(year), Date.UTC(year + 1))
          .map(({ at, offset, abbreviation }) =>
            [new Date(at).toISOString().slice(5), offset, abbreviation].join(' '),
          );
      // Years with the same weekdays and length: in the table, at its end, and after it.
      expect(inYear(2498)).toEqual(inYear(2098));
      expect(inYear(2898)).toEqual(inYear(2098));
      expect(inYear(9698)).toEqual(inYear(2098));
    }
  });
});
