import { NO_GALERA } from '../support/databases/find-galera.mjs';
import { NO_SERVER_OF_OURS } from '../support/databases/find-server.mjs';
import { NO_NGINX } from '../support/proxies/find-nginx.mjs';
import { galera, nginx, server } from './programs.mjs';
import { serviceProject } from './project.mjs';

export const FAULTS = {
  globals: {
    server,
    noServer: NO_SERVER_OF_OURS,
    galera,
    noGalera: NO_GALERA,
    nginx,
    noNginx: NO_NGINX,
  },
};

/**
 * Faults whose results do not depend on the load of the machine. All others (`faults-alone.mjs`) measure the service,
 * and run one after the other (`npm run test:serial`).
 */
export const UNDER_LOAD = [
  'changes',
  'fuzz',
  'killed-database',
  'killed-service',
  'killed-writer',
  'large-feeds',
  'large-imports',
  'verify',
  'webhooks',
].map((name) => `/test/faults/${name}.test.ts`);

export default serviceProject(
  'faults',
  UNDER_LOAD.map((file) => `<rootDir>${file}`),
  FAULTS,
);
