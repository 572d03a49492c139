import { Cluster } from '../galera/cluster';
import build from '../build';
import { Keeper } from '../keeper';
import { memoryFolder } from '../memory-folder';

const OPTIONS = [
  // The data never outlives the run.
  '--innodb-flush-log-at-trx-commit=0',
  // A read on one node sees what was written on another one before it began.
  '--wsrep-sync-wait=1',
  // What a cluster would only warn of is an error: tables without a primary key, other engines.
  '--innodb-force-primary-key=ON',
  '--wsrep-mode=STRICT_REPLICATION,REQUIRED_PRIMARY_KEY',
];

/** What three nodes hold, each with what it keeps for the others. */
const MEGABYTES = 2048;

let keeper: Keeper | undefined;

/** As far as the set-up looks at the configuration of the project. */
interface Project {
  globals: { server?: string; galera?: string; noGalera: string };
}

/**
 * Jest's global set-up of the project `cluster`: starts three Galera nodes.
 *
 * Sets `TEST_CLUSTER_NODES` to their URLs, with commas between them.
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

/** Ends the cluster. */
export async function stopCluster(): Promise<void> {
  await keeper?.end();
}
