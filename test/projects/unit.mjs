import { serviceProject } from './project.mjs';

export default serviceProject('unit', ['<rootDir>/src/**/*.spec.ts']);
