import { BUILT, project } from './project.mjs';

export default project('generators', ['<rootDir>/test/generators/**/*.test.ts'], BUILT);
