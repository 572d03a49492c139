import { createRequire } from 'node:module';

const { default: TestRunner } = createRequire(import.meta.url)('jest-runner');

/** Runs the test files of a project one after the other, and while no other project runs. */
export default class SerialRunner extends TestRunner {
  isSerial = true;
}
