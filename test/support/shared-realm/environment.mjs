import { createRequire } from 'node:module';
import { ModernFakeTimers } from '@jest/fake-timers';
import { TestEnvironment } from 'jest-environment-node';
import { compileRequired } from './compile.mjs';

compileRequired();

/** What test files keep for those that come after them in the same process. */
const KEPT = new Map();

const ERRORS = { Error, AggregateError, RangeError, SyntaxError, TypeError };

/**
 * Test files run in a context of their own as ever, but the service and its packages are loaded by
 * Node, once for all files of a worker: Jest loads them again for each file, which takes longer
 * than most files' tests. So state that a module of the service keeps is seen by the next file.
 */
export default class SharedRealmEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { global } = this;
    global.requireShared = createRequire(import.meta.url);
    // What the service and its packages compare by identity, read from the process, or keep for
    // decorators.
    Object.assign(global, { process, Promise, Reflect, ...ERRORS });
    global.kept = KEPT;
    Object.defineProperty(global, 'Date', { configurable: true, get: () => Date });
    // A fake date is the service's date as well.
    const { projectConfig } = config;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }
}
