import { NO_GALERA } from '../support/databases/find-galera.mjs';
import { NO_SERVER_OF_OURS } from '../support/databases/find-server.mjs';
import { galera, server } from './programs.mjs';
import { serviceProject } from './project.mjs';

export const FAULTS = {
  globals: { server, galera, noServer: NO_SERVER_OF_OURS, noGalera: NO_GALERA },
};

/**
 * The faults that come to the same on a busy machine. Of all others (`faults-alone.mjs`) what is
 * measured is the service, not how it shares the machine with other tests.
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
