/** Stands in for a module: hands on what Node has loaded (`environment.mjs`). */
export default {
  process: (_source, path) => ({
    code: `module.exports = requireShared(${JSON.stringify(path)});`,
  }),
};
