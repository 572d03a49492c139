import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import { standardOutput } from './standard-output';

let registry: Registry | undefined;

/**
 * Memory, processor time, event loop, garbage collection and lost lines: of the process, so once for
 * however many applications run in it. What watches them never stops, and keeps no process alive.
 */
export function processMetrics(): Registry {
  if (registry) return registry;
  registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Counter({
    name: 'log_lines_dropped_total',
    help: 'Lines that the standard output did not take in time.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(standardOutput().dropped);
    },
  });
  return registry;
}
