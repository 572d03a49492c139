import { WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { unpackZone, ZONE_RULES } from './zone';
import { toInstant } from './wall-clock';

const abbreviation = (zone: string, instant: Date) =>
  ZONE_RULES.zone(zone).abbreviationAt(instant.getTime());

describe('The name of a zone', () => {
  it.each([
    ['Europe/Rome', 'Europe/Rome'],
    ['asia/kathmandu', 'Asia/Kathmandu'],
    ['ASIA/KATMANDU', 'Asia/Katmandu'],
    ['america/port-au-prince', 'America/Port-au-Prince'],
    ['AMERICA/ARGENTINA/COMODRIVADAVIA', 'America/Argentina/ComodRivadavia'],
    ['africa/dar_es_salaam', 'Africa/Dar_es_Salaam'],
    ['est', 'EST'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['gmt', 'GMT'],
    ['utc', 'UTC'],
    [' Europe/Rome ', 'Europe/Rome'],
  ])('%s gets the spelling of the tz database', (input, name) => {
    expect(ZONE_RULES.read(input)).toBe(name);
  });

  it.each([
    ['Z', 'UTC'],
    ['UTC+0', 'UTC'],
    ['-00:00', 'UTC'],
    ['UTC+2', 'UTC+2'],
    ['utc+02', 'UTC+2'],
    ['UTC-5:30', 'UTC-5:30'],
    ['UTC+5.5', 'UTC+5:30'],
    ['UTC+5.75', 'UTC+5:45'],
    ['GMT+2', 'UTC+2'],
    ['+02:00', 'UTC+2'],
    ['+0530', 'UTC+5:30'],
    ['-5', 'UTC-5'],
    ['+14:00', 'UTC+14'],
    ['-12:00', 'UTC-12'],
  ])('for the offset %s is %s', (input, name) => {
    expect(ZONE_RULES.read(input)).toBe(name);
  });

  it.each([
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['w. europe standard time', 'Europe/Berlin'],
    ['Eastern Standard Time', 'America/New_York'],
    ['GMT Standard Time', 'Europe/London'],
    ['Central Standard Time (Mexico)', 'America/Mexico_City'],
    ['India Standard Time', 'Asia/Kolkata'],
    ['FLE Standard Time', 'Europe/Kyiv'],
    ['Argentina Standard Time', 'America/Argentina/Buenos_Aires'],
    ['UTC', 'UTC'],
    ['UTC-11', 'UTC-11'],
  ])('for the Windows name %s is %s', (input, name) => {
    expect(ZONE_RULES.read(input)).toBe(name);
    expect(ZONE_RULES.find(name)).toBeDefined();
  });

  it('exists for every Windows name of CLDR', () => {
    const names = WINDOWS_TO_IANA_MAP.map(({ windowsName }) => windowsName);
    expect(names.filter((name) => ZONE_RULES.read(name) === undefined)).toEqual([]);
  });

  it('is found for UTC+2 whose plus was lost in a query', () => {
    expect(ZONE_RULES.read('UTC 2')).toBe('UTC+2');
  });

  it.each([
    '',
    ' ',
    'Mars/Base',
    'CST',
    'EDT',
    'asia_kathmandu',
    'Europe/Rome/',
    'SystemV/EST5',
    'constructor',
    '__proto__',
    '5',
    'UTC5',
    'UTC+15',
    '+14:01',
    '-12:01',
    '+25:00',
    'UTC+5:60',
    'UTC+5.3',
    '2027-05-01T10:00:00Z',
    `${'Europe/'.repeat(20_000)}Rome`,
    `${' '.repeat(100)}Europe/Rome`,
  ])('is refused for "%.30s"', (input) => {
    expect(ZONE_RULES.read(input)).toBeUndefined();
  });

  it('parses to itself and has a zone', () => {
    for (const input of ['asia/kathmandu', 'EST', '+0530', 'UTC-12', 'utc+14', 'Z']) {
      const name = ZONE_RULES.read(input) ?? '';
      expect(ZONE_RULES.read(name)).toBe(name);
      expect(ZONE_RULES.zone(name).name).toBe(name);
    }
  });
});

describe('The abbreviation', () => {
  it.each([
    ['America/New_York', '2027-01-15', 'EST'],
    ['America/New_York', '2027-07-01', 'EDT'],
    ['Europe/Rome', '2027-01-15', 'CET'],
    ['Europe/Rome', '2027-07-01', 'CEST'],
    ['Europe/London', '2027-07-01', 'BST'],
    ['Asia/Kathmandu', '2027-07-01', '+0545'],
    ['America/Sao_Paulo', '2027-07-01', '-03'],
    ['Australia/Lord_Howe', '2027-07-01', '+1030'],
    ['Australia/Lord_Howe', '2027-01-15', '+11'],
    ['EST', '2027-07-01', 'EST'],
    ['GMT', '2027-07-01', 'GMT'],
    ['UTC', '2027-07-01', 'UTC'],
    ['UTC+2', '2027-07-01', 'UTC+2'],
    ['UTC-5:30', '2027-07-01', 'UTC-5:30'],
  ])('of %s on %s is %s', (zone, day, expected) => {
    expect(abbreviation(zone, new Date(`${day}T12:00:00Z`))).toBe(expected);
  });

  it('changes with the hour at which summer time begins', () => {
    const newYork = ZONE_RULES.zone('America/New_York');
    const at = (wall: string) => newYork.abbreviationAt(toInstant(wall, newYork).getTime());
    expect(at('2027-03-14 01:59:59')).toBe('EST');
    expect(at('2027-03-14 03:00:00')).toBe('EDT');
  });

  it.each([
    ['America/New_York', '2050-07-01', 'EDT'],
    ['America/New_York', '2050-01-15', 'EST'],
    ['America/New_York', '9999-07-01', 'EDT'],
    ['America/New_York', '9999-01-15', 'EST'],
    ['Europe/Rome', '9999-07-01', 'CEST'],
  ])('of %s is correct in the far future, on %s', (zone, day, expected) => {
    expect(abbreviation(zone, new Date(`${day}T12:00:00Z`))).toBe(expected);
  });

  it.each([
    ['America/New_York', '1850-07-01', 'LMT'],
    ['America/New_York', '1944-07-01', 'EWT'],
    ['Pacific/Apia', '2011-12-29', '-10'],
    ['Pacific/Apia', '2011-12-31', '+14'],
  ])('of %s is correct in the past, on %s', (zone, day, expected) => {
    expect(abbreviation(zone, new Date(`${day}T12:00:00Z`))).toBe(expected);
  });
});

describe('unpackZone', () => {
  it('reads base-60 numbers with fractions, and a first span without a beginning', () => {
    const { starts, offsets, abbreviations } = unpackZone(
      'America/Los_Angeles|PST PDT|80 70|0101|1Lzm0 1zb0 Op0',
    );
    expect(
      Array.from(starts, (at) => (at === -Infinity ? at : new Date(at).toISOString())),
    ).toEqual([
      -Infinity,
      '2014-03-09T10:00:00.000Z',
      '2014-11-02T09:00:00.000Z',
      '2015-03-08T10:00:00.000Z',
    ]);
    expect([...offsets]).toEqual([-8, -7, -8, -7].map((hours) => hours * 3_600_000));
    expect(abbreviations).toEqual(['PST', 'PDT', 'PST', 'PDT']);
  });

  it('rounds local mean times to whole seconds', () => {
    // Abidjan was 16 minutes and 8 seconds behind until 1912.
    const { starts, offsets } = unpackZone('Africa/Abidjan|LMT GMT|g.8 0|01|-2ldXH.Q|48e5');
    expect([...offsets].map(Math.abs)).toEqual([968_000, 0]);
    expect(offsets[0]).toBe(-968_000);
    expect(new Date(starts[1]).toISOString()).toBe('1912-01-01T00:16:08.000Z');
  });

  it('reads a zone without changes', () => {
    const { starts, offsets, abbreviations } = unpackZone('Asia/Kolkata|IST|-5u|0|');
    expect([[...starts], [...offsets], abbreviations]).toEqual([
      [-Infinity],
      [19_800_000],
      ['IST'],
    ]);
  });
});
