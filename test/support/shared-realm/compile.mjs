import { transformSync } from '@swc/core';
import { addHook } from 'pirates';

/** The options of swc for sources and tests, with the decorators and types of tsconfig.json. */
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

/** Registers the TypeScript compiler in Node's loader, once per process. */
export function compileRequired() {
  process.setSourceMapsEnabled(true);
  const compile = (code, filename) =>
    transformSync(code, { ...COMPILER, filename, sourceMaps: 'inline', swcrc: false }).code;
  addHook(compile, { exts: ['.ts'] });
}
