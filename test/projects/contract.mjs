import { NO_PROMTOOL } from '../support/monitoring/find-promtool.mjs';
import { NO_NGINX } from '../support/proxies/find-nginx.mjs';
import { nginx, promtool } from './programs.mjs';
import { serviceProject } from './project.mjs';

export default serviceProject('contract', ['<rootDir>/test/contract/**/*.test.ts'], {
  globals: { promtool, noPromtool: NO_PROMTOOL, nginx, noNginx: NO_NGINX },
});
