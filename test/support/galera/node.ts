import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { lastingPort, PrivateServer } from '../databases/private-server';
import type { Keeper } from '../keeper';

const POLL_MILLISECONDS = 150;
const RESPONSE_MILLISECONDS = 1000;

/** For a local network. */
const PATIENCE = [
  'evs.keepalive_period=PT0.5S',
  'evs.inactive_check_period=PT0.25S',
  'evs.suspect_timeout=PT2S',
  'evs.inactive_timeout=PT5S',
  'evs.install_timeout=PT5S',
];

/** The programs and options of the nodes of a cluster. */
export interface NodePrograms {
  server: string;
  library: string;
  options?: readonly string[];
}

export class Node {
  /** True if it was connected to the cluster and writable at the last check. */
  isReady = false;
  private connection?: Connection;

  private constructor(
    readonly server: PrivateServer,
    private readonly keeper: Keeper,
  ) {
    void this.watch();
  }

  static async create(
    keeper: Keeper,
    { server: program, library, options = [] }: NodePrograms,
    ports: readonly number[],
    index: number,
  ): Promise<Node> {
    const transfers = await lastingPort();
    const port = ports[index];
    const server = await PrivateServer.create({
      program,
      keeper,
      name: `node${index}`,
      options: [
        '--binlog-format=ROW',
        '--innodb-autoinc-lock-mode=2',
        '--wsrep-on=ON',
        `--wsrep-provider=${library}`,
        '--wsrep-cluster-name=calendar',
        `--wsrep-cluster-address=gcomm://${ports.map((other) => `127.0.0.1:${other}`).join()}`,
        `--wsrep-node-name=node${index}`,
        `--wsrep-node-address=127.0.0.1:${port}`,
        '--wsrep-sst-method=position',
        `--wsrep-sst-receive-address=127.0.0.1:${transfers}`,
        `--wsrep-provider-options=${[
          `base_port=${port}`,
          `gmcast.listen_addr=tcp://127.0.0.1:${port}`,
          `ist.recv_addr=127.0.0.1:${transfers}`,
          'gcache.size=32M',
          ...PATIENCE,
        ].join(';')}`,
        ...options,
      ],
      environment: { PATH: `${__dirname}:${process.env.PATH}` },
    });
    return new Node(server, keeper);
  }

  /** As the first node of the cluster, or a further one. */
  async begin(isFirst: boolean): Promise<void> {
    await this.server.start(isFirst ? ['--wsrep-new-cluster'] : []);
    await this.becomesReady();
  }

  /** After it was stopped or killed. */
  async comeBack(): Promise<void> {
    const position = await recoveredPosition(this.server);
    await this.server.start([`--wsrep-start-position=${position}`]);
  }

  async isolate(isIsolated: boolean): Promise<void> {
    const options = `gmcast.isolate=${Number(isIsolated)}`;
    await this.ask(`SET GLOBAL wsrep_provider_options = '${options}'`);
  }

  /** Sets whether reads of new connections wait for the writes of the other nodes. */
  async waitForWrites(areWaitedFor: boolean): Promise<void> {
    await this.ask(`SET GLOBAL wsrep_sync_wait = ${Number(areWaitedFor)}`);
  }

  async becomesReady(): Promise<void> {
    const deadline = Date.now() + 60_000;
    while (!this.isReady) {
      if (Date.now() > deadline) throw new Error(`A node stays away.\n${this.server.logged()}`);
      await sleep(POLL_MILLISECONDS / 3);
    }
  }

  /** Returns the number of the last write of the cluster that it has applied. */
  async lastWrite(): Promise<number> {
    return Number(await this.ask("SHOW STATUS LIKE 'wsrep_last_committed'"));
  }

  private async watch(): Promise<void> {
    while (!this.keeper.hasEnded) {
      const late = sleep(RESPONSE_MILLISECONDS).then(() => 'late');
      const state = this.check().catch(() => 'gone');
      this.isReady = (await Promise.race([state, late])) === 'ON';
      if (!this.isReady) {
        this.connection?.destroy();
        this.connection = undefined;
      }
      await sleep(POLL_MILLISECONDS);
    }
    this.connection?.destroy();
  }

  private async check(): Promise<string | undefined> {
    this.connection ??= await this.connect();
    return valueOf(this.connection, "SHOW STATUS LIKE 'wsrep_ready'");
  }

  private async ask(sql: string): Promise<string | undefined> {
    const connection = await this.connect();
    try {
      return await valueOf(connection, sql);
    } finally {
      connection.destroy();
    }
  }

  private async connect(): Promise<Connection> {
    const connection = await createConnection({
      uri: this.server.url,
      connectTimeout: RESPONSE_MILLISECONDS,
    });
    // These tests end connections on purpose.
    connection.on('error', () => undefined);
    return connection;
  }
}

async function valueOf(connection: Connection, sql: string): Promise<string | undefined> {
  const [rows] = await connection.query<RowDataPacket[]>(sql);
  return (rows[0] as { Value?: string } | undefined)?.Value;
}

/** Returns the position from which a killed server must continue. */
async function recoveredPosition(server: PrivateServer): Promise<string> {
  const log = await server.runTask('--wsrep-recover');
  const [, position] = /Recovered position:\s*(\S+)/.exec(log) ?? [];
  if (position === undefined) throw new Error(`A node does not know where it was.\n${log}`);
  return position;
}
