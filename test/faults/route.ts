import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../support/galera/cluster';
import type { Node } from '../support/galera/node';
import { TcpProxy } from '../support/tcp-proxy';

const LOOK_MILLISECONDS = 50;

/**
 * The way of one instance of the service to the cluster: to one node at a time, and to another one when
 * that is not ready any more. Proxies such as HAProxy and MaxScale do that.
 */
export class Route {
  private node: Node | undefined;
  private isOpen = true;

  private constructor(
    private readonly proxy: TcpProxy,
    /** In the order in which they are preferred. */
    private readonly nodes: readonly Node[],
    /** As in `DATABASE_URL`. */
    readonly database: string,
  ) {
    void this.watch();
  }

  /** @param first the place of the node that it leads to as long as that one is ready */
  static async open({ nodes, database }: Cluster, first: number): Promise<Route> {
    const order = [...nodes.slice(first), ...nodes.slice(0, first)];
    const proxy = await TcpProxy.open(order[0].server.port);
    const route = new Route(proxy, order, proxy.addressOf(order[0].server.url + database));
    await route.prefer();
    return route;
  }

  /** Leads to the first node again that is ready; open connections end. */
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
      await sleep(LOOK_MILLISECONDS);
    }
  }
}
