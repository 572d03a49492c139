import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const HOST = '127.0.0.1';

/** A client connection, with the one to the target once it is open. */
interface Tunnel {
  client: Socket;
  target?: Socket;
}

/**
 * A TCP proxy that simulates network failures between a program and its dependencies. It listens on
 * a free port of 127.0.0.1, and forwards every byte.
 */
export class TcpProxy {
  private readonly tunnels = new Set<Tunnel>();
  private isFrozen = false;

  private constructor(
    private readonly server: Server,
    /** Never changes. */
    readonly port: number,
    private target: { host: string; port: number },
  ) {
    server.on('connection', (client: Socket) => this.accept(client));
  }

  /** Opens a proxy that forwards to `port` of `host`. */
  static async open(port: number, host = HOST): Promise<TcpProxy> {
    const server = createServer().listen(0, HOST);
    await once(server, 'listening');
    return new TcpProxy(server, (server.address() as AddressInfo).port, { host, port });
  }

  get connections(): number {
    return this.tunnels.size;
  }

  /** Returns a URL with this proxy as its host: `mysql://user:password@127.0.0.1:<port>/database`. */
  addressOf(url: string): string {
    const address = new URL(url);
    address.host = `${HOST}:${this.port}`;
    return address.href;
  }

  /** Resets all connections and refuses new ones, like a machine without the server. */
  async cut(): Promise<void> {
    const closed = this.server.listening ? once(this.server, 'close') : undefined;
    this.server.close();
    for (const { client, target } of this.tunnels) {
      client.resetAndDestroy();
      target?.resetAndDestroy();
    }
    this.tunnels.clear();
    await closed;
  }

  /** Stops forwarding without closing connections; new ones are accepted. */
  freeze(): void {
    this.isFrozen = true;
    for (const { client, target } of this.tunnels) {
      if (target === undefined) continue;
      client.unpipe(target);
      target.unpipe(client);
    }
  }

  /** Open connections stay frozen, new ones are served, as after a lost NAT entry. */
  strand(): void {
    this.freeze();
    this.isFrozen = false;
  }

  /** Forwards the held bytes, and accepts new connections. */
  async heal(): Promise<void> {
    if (this.isFrozen) for (const tunnel of this.tunnels) this.forward(tunnel);
    this.isFrozen = false;
    if (this.server.listening) return;
    this.server.listen(this.port, HOST);
    await once(this.server, 'listening');
  }

  /** Sends new connections to another target; open ones keep theirs. */
  retarget(port: number, host = HOST): void {
    this.target = { host, port };
  }

  async close(): Promise<void> {
    await this.cut();
  }

  private accept(client: Socket): void {
    const tunnel: Tunnel = { client };
    this.tunnels.add(tunnel);
    client.on('error', () => undefined);
    client.on('close', () => {
      tunnel.target?.destroy();
      this.tunnels.delete(tunnel);
    });
    if (!this.isFrozen) this.forward(tunnel);
  }

  private forward(tunnel: Tunnel): void {
    const { client } = tunnel;
    tunnel.target ??= this.connect(client);
    client.pipe(tunnel.target).pipe(client);
  }

  private connect(client: Socket): Socket {
    const target = connect({ ...this.target, noDelay: true });
    target.on('error', () => undefined);
    target.on('close', () => client.destroy());
    return target;
  }
}
