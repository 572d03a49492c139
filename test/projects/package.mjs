import { BUILT, project } from './project.mjs';

export default project('package', ['<rootDir>/test/package/**/*.test.ts'], BUILT);
