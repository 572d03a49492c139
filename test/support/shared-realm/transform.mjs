/** Replaces a module by the one that Node has loaded (`environment.mjs`). */
export default {
  process: (_source, path) => ({
    code: `module.exports = requireShared(${JSON.stringify(path)});`,
  }),
};
