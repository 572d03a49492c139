import { join } from 'node:path';
import { programName } from './program-name';

const OWN = join(__dirname, '../../package.json');
const LINK = '/concerts/node_modules/.bin/event-calendar-cli';

describe('programName', () => {
  it.each([
    ['npm run cli --', '/calendar/dist/cli/main.js', { npm_lifecycle_event: 'cli' }],
    ['npm run cli --', '/calendar/dist/cli/main.js', { npm_lifecycle_event: 'demo' }],
    ['npx event-calendar-cli', LINK, { npm_lifecycle_event: 'npx' }],
  ])('is %s if npm starts %s with %j', (name, file, environment) => {
    expect(programName(file, { ...environment, npm_package_json: OWN }, '/calendar')).toBe(name);
  });

  it.each([
    ['event-calendar-cli', LINK, '/concerts'],
    ['node dist/cli/main.js', '/calendar/dist/cli/main.js', '/calendar'],
    ['node /calendar/dist/cli/main.js', '/calendar/dist/cli/main.js', '/concerts'],
  ])('is %s if %s is started in %s', (name, file, folder) => {
    expect(programName(file, {}, folder)).toBe(name);
    const script = { npm_lifecycle_event: 'dates', npm_package_json: '/concerts/package.json' };
    expect(programName(file, script, folder)).toBe(name);
  });
});
