import { serviceProject } from './project.mjs';

export default serviceProject('contract', ['<rootDir>/test/contract/**/*.test.ts']);
