import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { ModernFakeTimers } from '@jest/fake-timers';
import { TestEnvironment } from 'jest-environment-node';
import { compileRequired } from './compile.mjs';

compileRequired();

/** Values that test files keep for later ones in the same process. */
const KEPT = new Map();

const ERRORS = { Error, AggregateError, RangeError, SyntaxError, TypeError };

/** Functions that Jest wraps again for each file: the wrappers would keep all files in memory. */
const { exit, chdir, cwd } = process;

/** The storages created since the last test file ended. */
const storages = new Set();

// Defined, not assigned: since Node 22 it is a getter.
Object.defineProperty(asyncHooks, 'AsyncLocalStorage', {
  value: class extends AsyncLocalStorage {
    constructor(...options) {
      super(...options);
      storages.add(this);
    }
  },
});

/**
 * Runs test files in a separate context, but loads the service and its packages by Node, once per
 * worker: Jest would load them for each file, which takes longer than most tests. So the state of a
 * module of the service is visible in the next file.
 */
export default class SharedRealmEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { global } = this;
    global.requireShared = createRequire(import.meta.url);
    // Objects that the service and its packages compare by identity, read from the process, or use
    // for decorators.
    Object.assign(global, { process, Promise, Reflect, ...ERRORS });
    global.kept = KEPT;
    Object.defineProperty(global, 'Date', { configurable: true, get: () => Date });
    // A fake date applies to the service too.
    const { projectConfig } = config;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  /**
   * Disables the storages that Jest creates for each test file: Node 20 propagates the value of
   * each enabled storage through all promises, which takes more time than most tests. A storage
   * that is used again, like those of the service, enables itself.
   */
  async teardown() {
    for (const storage of storages) storage.disable();
    storages.clear();
    Object.assign(process, { exit, chdir, cwd });
    await super.teardown();
  }
}
