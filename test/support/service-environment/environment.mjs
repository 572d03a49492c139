import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { ModernFakeTimers } from '@jest/fake-timers';
import { TestEnvironment } from 'jest-environment-node';

/** Later test files of the same process use these values. */
const RETAINED = new Map();

/** The service and its packages compare these by identity, or use them for decorators. */
const COMPARED = { Promise, Reflect, Error, AggregateError, RangeError, SyntaxError, TypeError };

/** Jest wraps them again for each file: the wrappers would keep all files in memory. */
const { exit, chdir, cwd } = process;

// A worker ends when nothing is open. Without this, Node frees its heap of a gigabyte first, which on a busy machine
// takes longer than the 500 ms after which Jest warns of leaking tests.
process.once('beforeExit', (code) => exit.call(process, code));

/** Since the last test file ended. */
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
 * A Jest environment whose test files load the service and its packages by Node, once per worker
 * (docs/decisions/0013-jest.md). So the state of a module of the service is visible in the next file.
 */
export default class ServiceEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { global } = this;
    global.loadByNode = createRequire(import.meta.url);
    global.retained = RETAINED;
    // The service reads its settings and arguments from the process.
    Object.assign(global, COMPARED, { process });
    // A fake date applies to the service, too.
    Object.defineProperty(global, 'Date', { configurable: true, get: () => Date });
    const { projectConfig } = config;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  /**
   * Disables the storage that Jest 30.5 enables for each test file and leaves enabled: Node 20
   * copies the values of all enabled storages to each promise. A storage that is used again, like
   * those of the service, enables itself.
   */
  async teardown() {
    for (const storage of storages) storage.disable();
    storages.clear();
    Object.assign(process, { exit, chdir, cwd });
    await super.teardown();
  }
}
