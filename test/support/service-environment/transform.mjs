import { join } from 'node:path';

/**
 * Jest's transformer of the service and its packages: replaces a module by the one that Node has
 * loaded (`environment.mjs`), of the service the one that was built from it.
 */
export default {
  process: (_source, path, { config: { rootDir } }) => ({
    code: `module.exports = loadByNode(${JSON.stringify(builtFrom(path, rootDir))});`,
  }),
};

const builtFrom = (path, rootDir) =>
  path.replace(join(rootDir, 'src/'), join(rootDir, 'dist/')).replace(/\.ts$/, '.js');
