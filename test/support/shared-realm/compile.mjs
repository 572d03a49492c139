import { transformSync } from '@swc/core';
import { addHook } from 'pirates';

/** How swc compiles the sources and the tests, with the decorators and types of tsconfig.json. */
export const COMPILER = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
    },
    target: 'es2023',
  },
  module: { type: 'commonjs' },
};

/** Makes Node itself load TypeScript, once for each process. */
export function compileRequired() {
  process.setSourceMapsEnabled(true);
  const compile = (code, filename) =>
    transformSync(code, { ...COMPILER, filename, sourceMaps: 'inline', swcrc: false }).code;
  addHook(compile, { exts: ['.ts'] });
}
