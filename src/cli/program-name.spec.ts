import { join } from 'node:path';
import { programName } from './program-name';

const OWN = join(__dirname, '../../package.json');
const LINK = '/concerts/node_modules/.bin/event-calendar-cli';

describe('The commands are named', () => {
  it.each([
    ['npm run cli --', '/calendar/dist/cli/main.js', { npm_lifecycle_event: 'cli' }],
    ['npm run cli --', '/calendar/dist/cli/main.js', { npm_lifecycle_event: 'demo' }],
    ['npx event-calendar-cli', LINK, { npm_lifecycle_event: 'npx' }],
  ])('%s where npm calls %s by %j', (name, file, environment) => {
    expect(programName(file, { ...environment, npm_package_json: OWN }, '/calendar')).toBe(name);
  });

  it.each([
    ['event-calendar-cli', LINK, '/concerts'],
    ['node dist/cli/main.js', '/calendar/dist/cli/main.js', '/calendar'],
    ['node /calendar/dist/cli/main.js', '/calendar/dist/cli/main.js', '/concerts'],
  ])('%s where %s is called in %s', (name, file, folder) => {
    expect(programName(file, {}, folder)).toBe(name);
    const script = { npm_lifecycle_event: 'dates', npm_package_json: '/concerts/package.json' };
    expect(programName(file, script, folder)).toBe(name);
  });
});
