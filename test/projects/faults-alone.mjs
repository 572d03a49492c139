import { FAULTS, UNDER_LOAD } from './faults.mjs';
import { serviceProject } from './project.mjs';

export default serviceProject('faults-alone', ['<rootDir>/test/faults/**/*.test.ts'], {
  ...FAULTS,
  testPathIgnorePatterns: ['/node_modules/', ...UNDER_LOAD.map((file) => `${file}$`)],
});
