/*
 * node bench/check.mjs <url of a database with a few dozen generated events>
 *
 * Checks that the service and the bare server still answer the same, as the benchmark does before it
 * measures. It needs no packages of its own, and ends with an error where they differ.
 */
import { startBare, startService } from './contenders.mjs';
import { assertEqual } from './equal.mjs';

const [, , url] = process.argv;
const started = [];
try {
  for (const start of [startService, startBare]) started.push(await start(url));
  const [service, bare] = started;
  await assertEqual(service, bare, [1, 7, 42]);
} finally {
  for (const contender of started) await contender.end();
}
