import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import { standardOutput } from './standard-output';

/** One registry per process, because Node reports memory and garbage collection per process. */
let registry: Registry | undefined;

/**
 * The metrics of the process: memory, processor time, event loop, garbage collection and dropped
 * log lines. They are collected once, even if several applications run in it. The collection never
 * stops, and does not keep the process alive.
 */
export function processMetrics(): Registry {
  if (registry) return registry;
  registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Counter({
    name: 'log_lines_dropped_total',
    help: 'Log lines dropped because the standard output was blocked.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(standardOutput().dropped);
    },
  });
  return registry;
}
