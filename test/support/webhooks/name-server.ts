import dns from 'node:dns';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

const TYPES = { 4: 1, 6: 28 } as const;
const NAME_ERROR = 3;

/** Answers DNS over UDP on loopback, instead of the name servers of this machine, in this process. */
export class NameServer {
  /** Undefined for a name without a response. Other names do not exist. */
  readonly addresses = new Map<string, string[] | undefined>();
  readonly queries: string[] = [];

  private constructor(
    private readonly socket: Socket,
    private readonly original: typeof dns.promises.Resolver,
  ) {}

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    const { Resolver } = dns.promises;
    const address = `127.0.0.1:${socket.address().port}`;
    dns.promises.Resolver = class extends Resolver {
      constructor(options?: dns.ResolverOptions) {
        super(options);
        this.setServers([address]);
      }
    };
    const server = new NameServer(socket, Resolver);
    socket.on('message', (message, { port }) => {
      const response = server.responseTo(message);
      if (response) socket.send(response, port, '127.0.0.1');
    });
    return server;
  }

  close(): void {
    dns.promises.Resolver = this.original;
    this.socket.close();
  }

  private responseTo(query: Buffer): Buffer | undefined {
    const labels: string[] = [];
    let index = 12;
    for (let length = query[index]; length > 0; length = query[index]) {
      labels.push(query.toString('latin1', index + 1, index + 1 + length));
      index += 1 + length;
    }
    const name = labels.join('.').toLowerCase();
    const type = query.readUInt16BE(index + 1);
    this.queries.push(name);
    if (this.addresses.has(name) && this.addresses.get(name) === undefined) return undefined;
    const found = this.addresses.get(name);
    const records = (found ?? []).flatMap((address) =>
      type === TYPES[isIPv4(address) ? 4 : 6] ? [recordOf(address, type)] : [],
    );
    const head = Buffer.alloc(12);
    head.writeUInt16BE(query.readUInt16BE(0), 0);
    head.writeUInt16BE(0x8180 + (found ? 0 : NAME_ERROR), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    return Buffer.concat([head, query.subarray(12, index + 5), ...records]);
  }
}

function recordOf(address: string, type: number): Buffer {
  const data = Buffer.from(ipaddr.parse(address).toByteArray());
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
