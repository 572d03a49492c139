import { serviceProject } from './project.mjs';

export default serviceProject('cli', ['<rootDir>/test/cli/**/*.test.ts']);
