import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { ModernFakeTimers } from '@jest/fake-timers';
import { TestEnvironment } from 'jest-environment-node';
import { compileRequired } from './compile.mjs';

compileRequired();

/** What test files keep for those that come after them in the same process. */
const KEPT = new Map();

const ERRORS = { Error, AggregateError, RangeError, SyntaxError, TypeError };

/** What Jest and its packages wrap anew for each file: the wrappers would keep all files in memory. */
const { exit, chdir, cwd } = process;

/** What has been made since the last test file ended. */
const storages = new Set();

// Defined, and not assigned: since Node 22 it is a getter.
Object.defineProperty(asyncHooks, 'AsyncLocalStorage', {
  value: class extends AsyncLocalStorage {
    constructor(...options) {
      super(...options);
      storages.add(this);
    }
  },
});

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

  /**
   * Jest makes a storage for each test file and leaves it on: Node 20 then carries its value, and those of
   * all files before, from promise to promise, which takes more time than most tests. A storage that is
   * used again, as the service's are, is on again.
   */
  async teardown() {
    for (const storage of storages) storage.disable();
    storages.clear();
    Object.assign(process, { exit, chdir, cwd });
    await super.teardown();
  }
}
