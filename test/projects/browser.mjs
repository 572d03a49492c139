import { NO_CHROMIUM } from '../support/browser/find-chromium.mjs';
import { chromium } from './programs.mjs';
import { serviceProject } from './project.mjs';

export default serviceProject('browser', ['<rootDir>/test/browser/**/*.test.ts'], {
  globals: { chromium, noChromium: NO_CHROMIUM },
  globalSetup: '<rootDir>/test/support/browser/require-chromium.ts',
});
