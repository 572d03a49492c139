import { NO_FEED_PARSER } from '../support/feeds/find-programs.mjs';
import { NO_READERS } from '../support/icalendar/find-readers.mjs';
import { NO_KHAL, NO_RADICALE, NO_VDIRSYNCER } from '../support/icalendar/find-subscribers.mjs';
import { NO_PROMTOOL } from '../support/monitoring/find-promtool.mjs';
import { NO_NGINX } from '../support/proxies/find-nginx.mjs';
import { NO_PYTHON } from '../support/webhooks/find-python.mjs';
import { NO_TZDATA } from '../support/zones/find-tzdata.mjs';
import {
  feedParser,
  khal,
  nginx,
  promtool,
  python,
  radicale,
  tzdata,
  vdirsyncer,
} from './programs.mjs';
import { serviceProject } from './project.mjs';

export default serviceProject('outsiders', ['<rootDir>/test/outsiders/**/*.test.ts'], {
  globals: {
    tzdata,
    noTzdata: NO_TZDATA,
    noReaders: NO_READERS,
    khal,
    noKhal: NO_KHAL,
    vdirsyncer,
    noVdirsyncer: NO_VDIRSYNCER,
    radicale,
    noRadicale: NO_RADICALE,
    feedParser,
    noFeedParser: NO_FEED_PARSER,
    python,
    noPython: NO_PYTHON,
    promtool,
    noPromtool: NO_PROMTOOL,
    nginx,
    noNginx: NO_NGINX,
  },
});
