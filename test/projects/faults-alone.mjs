import { FAULTS, UNDER_LOAD } from './faults.mjs';
import { serviceProject } from './project.mjs';

export default serviceProject('faults', ['<rootDir>/test/faults/**/*.test.ts'], {
  ...FAULTS,
  testPathIgnorePatterns: ['/node_modules/', ...UNDER_LOAD.map((file) => `${file}$`)],
  runner: '<rootDir>/test/support/serial-runner.mjs',
});
