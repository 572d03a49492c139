import { project } from './project.mjs';

export default project('unit', ['<rootDir>/src/**/*.spec.ts']);
