import { serviceProject } from './project.mjs';

export default serviceProject('hostile', ['<rootDir>/test/hostile/**/*.test.ts']);
