import { NO_NAMESPACES } from '../support/webhooks/find-namespaces.mjs';
import { namespace } from './programs.mjs';
import { serviceProject } from './project.mjs';

export default serviceProject('cli', ['<rootDir>/test/cli/**/*.test.ts'], {
  globals: { namespace, noNamespaces: NO_NAMESPACES },
});
