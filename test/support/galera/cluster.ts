import { cpSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase } from '../databases/create-database';
import { lastingPort } from '../databases/private-server';
import type { Keeper } from '../keeper';
import { Node, type NodePrograms } from './node';

const NODES = 3;

/** Three MariaDB nodes on 127.0.0.1 with the same data (Galera) and an empty database. */
export class Cluster {
  private constructor(
    readonly nodes: readonly Node[],
    readonly database: string,
  ) {}

  static async start(keeper: Keeper, programs: NodePrograms): Promise<Cluster> {
    const ports: number[] = [];
    while (ports.length < NODES) ports.push(await lastingPort());
    const nodes = await Promise.all(
      ports.map((_, index) => Node.create(keeper, programs, ports, index)),
    );
    const [first, ...others] = nodes;
    // All start with the data of one former cluster, so that none needs a state transfer.
    first.server.install();
    await first.begin(true);
    const { pathname } = new URL(await createDatabase(first.server.url));
    await first.server.end('SIGTERM');
    for (const { server } of others) cpSync(first.server.data, server.data, { recursive: true });
    await first.begin(true);
    for (const node of others) await node.begin(false);
    return new Cluster(nodes, pathname);
  }

  /** Waits until all nodes are connected and have applied the same writes. */
  async becomesWhole(): Promise<void> {
    const deadline = Date.now() + 60_000;
    for (;;) {
      await Promise.all(this.nodes.map((node) => node.becomesReady()));
      const writes = await Promise.all(this.nodes.map((node) => node.lastWrite()));
      if (new Set(writes).size === 1) return;
      if (Date.now() > deadline) throw new Error(`The nodes stay apart: ${writes.join(', ')}`);
      await sleep(50);
    }
  }
}
