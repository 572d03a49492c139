import * as has from '../projects/programs.mjs';
import { NO_CHROMIUM } from './browser/find-chromium.mjs';
import { NO_GALERA } from './databases/find-galera.mjs';
import { NO_OTHER_SERVER, NO_SERVER_OF_OURS } from './databases/find-server.mjs';
import { NO_FEED_PARSER } from './feeds/find-programs.mjs';
import { NO_READERS } from './icalendar/find-readers.mjs';
import { NO_KHAL, NO_RADICALE, NO_VDIRSYNCER } from './icalendar/find-subscribers.mjs';
import { NO_PROMTOOL } from './monitoring/find-promtool.mjs';
import { NO_NGINX } from './proxies/find-nginx.mjs';
import { NO_NAMESPACES } from './webhooks/find-namespaces.mjs';
import { NO_PYTHON } from './webhooks/find-python.mjs';
import { NO_TZDATA, otherTzdata } from './zones/find-tzdata.mjs';

/** Reports at the beginning and at the end of a run which tests are skipped on this machine, and why. */
export default class LeftOutReporter {
  #output;
  #sentences = sentences();

  constructor(globalConfig) {
    this.#output = globalConfig.json ? process.stderr : process.stdout;
  }

  onRunStart() {
    this.#tell();
  }

  onRunComplete() {
    // Jest prints its own summary after all reporters.
    process.once('exit', () => this.#tell());
  }

  #tell() {
    for (const sentence of this.#sentences) this.#output.write(`${sentence}\n`);
  }
}

/** Returns a sentence for each skipped part. */
function sentences() {
  const { isSelected } = has;
  /** A test that fails without its program in CI needs no sentence there. */
  const without = (program, projects, sentence) =>
    program || has.testsAll || !projects.some(isSelected) ? [] : [sentence];
  const otherRules = isSelected('outsiders') && otherTzdata();
  return [
    ...without(has.chromium, ['browser'], `The pages are NOT tested in a browser: ${NO_CHROMIUM}`),
    ...(has.otherServer || process.env.TEST_DATABASE_URL || !isSelected('other-server')
      ? []
      : [`MySQL and MariaDB are NOT both tested: ${NO_OTHER_SERVER}`]),
    ...without(has.server, ['faults'], `MariaDB is NOT tested under faults: ${NO_SERVER_OF_OURS}`),
    ...without(has.promtool, ['outsiders'], `The rules of alerts are NOT tested: ${NO_PROMTOOL}`),
    ...without(
      has.nginx,
      ['outsiders', 'faults'],
      `The configuration of nginx is NOT tested: ${NO_NGINX}`,
    ),
    ...without(has.galera, ['faults', 'cluster'], `A cluster is NOT tested: ${NO_GALERA}`),
    ...without(has.namespace, ['cli'], `Webhooks are NOT tested without IPv6: ${NO_NAMESPACES}`),
    ...without(
      has.tzdata,
      ['outsiders'],
      `The rules of time zones are compared with NOTHING: ${NO_TZDATA}`,
    ),
    ...without(has.readers, ['outsiders'], `Calendars are read by NO other program: ${NO_READERS}`),
    ...without(has.khal, ['outsiders'], `Calendars are imported by NOBODY: ${NO_KHAL}`),
    ...without(has.vdirsyncer, ['outsiders'], `NOBODY subscribes to calendars: ${NO_VDIRSYNCER}`),
    ...without(has.radicale, ['outsiders'], `Calendars are stored by NO server: ${NO_RADICALE}`),
    ...without(
      has.feedParser,
      ['outsiders'],
      `Atom feeds are read by NO other program: ${NO_FEED_PARSER}`,
    ),
    ...without(
      has.python,
      ['outsiders'],
      `The webhook receiver in Python is NOT tested: ${NO_PYTHON}`,
    ),
    ...(otherRules ? [`The rules of some time zones are compared with OTHERS: ${otherRules}`] : []),
  ];
}
