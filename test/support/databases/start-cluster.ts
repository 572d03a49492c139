import { Cluster } from '../galera/cluster';
import build from '../build';
import { Keeper } from '../keeper';
import { memoryFolder } from '../memory-folder';

const OPTIONS = [
  // The data is temporary.
  '--innodb-flush-log-at-trx-commit=0',
  // A read on one node sees earlier writes on the others.
  '--wsrep-sync-wait=1',
  // Tables without a primary key are an error, not only a warning.
  '--innodb-force-primary-key=ON',
  '--wsrep-mode=STRICT_REPLICATION,REQUIRED_PRIMARY_KEY',
];

/** The size of three nodes with their Galera caches. */
const MEGABYTES = 2048;

let keeper: Keeper | undefined;

/** The part of the project configuration that the setup reads. */
interface Project {
  globals: { server?: string; galera?: string; noGalera: string };
}

/**
 * Jest's global setup of the project `cluster`: starts three Galera nodes.
 *
 * Sets `TEST_CLUSTER_NODES` to their comma-separated URLs.
 */
export default async function startCluster(_: unknown, { globals }: Project): Promise<void> {
  build();
  const { server, galera, noGalera } = globals;
  if (server === undefined || galera === undefined)
    throw new Error(`API tests cannot run on a cluster: ${noGalera}`);
  keeper = await Keeper.start(memoryFolder(MEGABYTES));
  const { nodes } = await Cluster.start(keeper, { server, library: galera, options: OPTIONS });
  process.env.TEST_CLUSTER_NODES = nodes.map(({ server: { url } }) => url).join();
}

export async function stopCluster(): Promise<void> {
  await keeper?.end();
}
