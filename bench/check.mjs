/*
 * node bench/check.mjs <url of a database with a few dozen generated events>
 *
 * Checks that the service and the bare server still answer the same, as the benchmark does before it
 * measures. It needs no packages of its own, and ends with an error where they differ.
 */
import { startBoth } from './contenders.mjs';
import { assertEqual } from './equal.mjs';

const [service, bare] = await startBoth(process.argv[2]);
try {
  await assertEqual(
    service,
    bare,
    Array.from({ length: 60 }, (_each, place) => place + 1),
  );
} finally {
  await service.end();
  await bare.end();
}
