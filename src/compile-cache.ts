import * as nodeModule from 'node:module';

/** Lets Node 22.1 and later keep compiled code on disk for the next start. */
(nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.();
