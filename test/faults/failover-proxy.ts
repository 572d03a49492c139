import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../support/galera/cluster';
import type { Node } from '../support/galera/node';
import { TcpProxy } from '../support/tcp-proxy';

const POLL_MILLISECONDS = 50;

/**
 * A proxy between one instance and the cluster: it uses one node, and fails over to the next
 * when that one is not ready, like HAProxy and MaxScale.
 */
export class FailoverProxy {
  private node: Node | undefined;
  private isOpen = true;

  private constructor(
    private readonly proxy: TcpProxy,
    /** The nodes by preference. */
    private readonly nodes: readonly Node[],
    /** The value of `DATABASE_URL`. */
    readonly database: string,
  ) {
    void this.watch();
  }

  /** @param first the index of the preferred node */
  static async open({ nodes, database }: Cluster, first: number): Promise<FailoverProxy> {
    const order = [...nodes.slice(first), ...nodes.slice(0, first)];
    const proxy = await TcpProxy.open(order[0].server.port);
    const failover = new FailoverProxy(
      proxy,
      order,
      proxy.addressOf(order[0].server.url + database),
    );
    await failover.prefer();
    return failover;
  }

  async prefer(): Promise<void> {
    const node = this.nodes.find(({ isReady }) => isReady);
    if (node === this.node) return;
    await this.proxy.cut();
    this.node = node;
    if (!node) return;
    this.proxy.retarget(node.server.port);
    await this.proxy.heal();
  }

  async close(): Promise<void> {
    this.isOpen = false;
    await this.proxy.close();
  }

  private async watch(): Promise<void> {
    while (this.isOpen) {
      if (!this.node?.isReady) await this.prefer();
      await sleep(POLL_MILLISECONDS);
    }
  }
}
