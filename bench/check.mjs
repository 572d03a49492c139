/*
 * node bench/check.mjs <URL of a database with a few dozen generated events>
 *
 * Checks that the responses of the service and of the bare server are equal, as the benchmark
 * does before it measures. Needs no further packages, and fails if they differ.
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
