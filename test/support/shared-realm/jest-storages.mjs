import { createRequire } from 'node:module';

const asyncHooks = createRequire(import.meta.url)('node:async_hooks');
const { AsyncLocalStorage } = asyncHooks;

/**
 * Jest makes a storage for each test file, in which what happens finds the test that it happens for.
 * In Node up to 22 every promise passes through all storages of the process, those of earlier files
 * too; and what outlives a file, such as a connection, would keep its tests in memory with all that
 * they use. So the storages that are made from here on until `stopWatching` can be ended.
 */
export class JestStorages {
  constructor() {
    const made = (this.made = []);
    const boxes = (this.boxes = []);
    asyncHooks.AsyncLocalStorage = class extends AsyncLocalStorage {
      constructor(...options) {
        super(...options);
        made.push(this);
      }

      getStore() {
        return super.getStore()?.content;
      }

      run(content, ...work) {
        const box = { content };
        boxes.push(box);
        return super.run(box, ...work);
      }
    };
  }

  stopWatching() {
    asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
  }

  /** Turns them off, and empties them. */
  end() {
    this.stopWatching();
    for (const storage of this.made) storage.disable();
    for (const box of this.boxes) delete box.content;
  }
}
