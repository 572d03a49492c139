import { findChromium } from '../support/browser/find-chromium.mjs';
import { findGalera } from '../support/databases/find-galera.mjs';
import { findOtherServer, findServer } from '../support/databases/find-server.mjs';
import { findFeedParser } from '../support/feeds/find-programs.mjs';
import { findReaders } from '../support/icalendar/find-readers.mjs';
import { findKhal, findRadicale, findVdirsyncer } from '../support/icalendar/find-subscribers.mjs';
import { findPromtool } from '../support/monitoring/find-promtool.mjs';
import { findNginx } from '../support/proxies/find-nginx.mjs';
import { findNamespaces } from '../support/webhooks/find-namespaces.mjs';
import { findPython } from '../support/webhooks/find-python.mjs';
import { findTzdata } from '../support/zones/find-tzdata.mjs';

/** By the command line. */
export const isSelected = (name) =>
  !process.argv.includes('--selectProjects') || process.argv.includes(name);

/** In CI all projects stay, and their setup fails without their program. */
export const testsAll = process.env.CI === 'true';

const forOutsiders = (find) => (isSelected('outsiders') ? find() : undefined);

export const server = findServer();
export const otherServer = process.env.TEST_DATABASE_URL ? undefined : findOtherServer();
export const hasServer = Boolean(process.env.TEST_DATABASE_URL || server);
export const galera = findGalera();
export const chromium = findChromium();
export const nginx =
  isSelected('outsiders') || isSelected('faults-alone') ? findNginx() : undefined;
export const namespace = isSelected('cli') ? findNamespaces() : undefined;
export const tzdata = findTzdata();
export const promtool = forOutsiders(findPromtool);
export const readers = forOutsiders(findReaders);
export const khal = forOutsiders(findKhal);
export const vdirsyncer = forOutsiders(findVdirsyncer);
export const radicale = forOutsiders(findRadicale);
export const feedParser = forOutsiders(findFeedParser);
export const python = forOutsiders(findPython);
