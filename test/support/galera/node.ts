import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { lastingPort, PrivateServer } from '../databases/private-server';
import type { Keeper } from '../keeper';

const LOOK_MILLISECONDS = 150;
const ANSWER_WITHIN_MILLISECONDS = 1000;

/** Seconds that nodes wait for each other are Galera's business; these suit a local network. */
const PATIENCE = [
  'evs.keepalive_period=PT0.5S',
  'evs.inactive_check_period=PT0.25S',
  'evs.suspect_timeout=PT2S',
  'evs.inactive_timeout=PT5S',
  'evs.install_timeout=PT5S',
];

/** What the nodes of a cluster are started with. */
export interface NodePrograms {
  /** Path of a `mariadbd`. */
  server: string;
  /** Path of the Galera library. */
  library: string;
  /** Options of the server, besides those that make it a node. */
  options?: readonly string[];
}

/** One server of a cluster. */
export class Node {
  /** Whether it takes part in the cluster and may be written to, when it was last looked at. */
  isReady = false;
  private connection?: Connection;

  private constructor(
    readonly server: PrivateServer,
    private readonly keeper: Keeper,
  ) {
    void this.watch();
  }

  /** A node that is still to be started; `ports` are those through which all nodes find each other. */
  static async create(
    keeper: Keeper,
    { server: program, library, options = [] }: NodePrograms,
    ports: readonly number[],
    place: number,
  ): Promise<Node> {
    const transfers = await lastingPort();
    const port = ports[place];
    const server = await PrivateServer.create({
      program,
      keeper,
      name: `node${place}`,
      options: [
        '--binlog-format=ROW',
        '--innodb-autoinc-lock-mode=2',
        '--wsrep-on=ON',
        `--wsrep-provider=${library}`,
        '--wsrep-cluster-name=calendar',
        `--wsrep-cluster-address=gcomm://${ports.map((other) => `127.0.0.1:${other}`).join()}`,
        `--wsrep-node-name=node${place}`,
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

  /** Starts it for the first time, as the cluster's first node or as one more. */
  async begin(isFirst: boolean): Promise<void> {
    await this.server.start(isFirst ? ['--wsrep-new-cluster'] : []);
    await this.becomesReady();
  }

  /** Starts it after it was stopped or killed, from where it was. */
  async comeBack(): Promise<void> {
    const position = await recoveredPosition(this.server);
    await this.server.start([`--wsrep-start-position=${position}`]);
  }

  /** Cuts it off from the other nodes, or lets it find them again. */
  async isolate(isIsolated: boolean): Promise<void> {
    const options = `gmcast.isolate=${Number(isIsolated)}`;
    await this.ask(`SET GLOBAL wsrep_provider_options = '${options}'`);
  }

  /** Whether reads of new connections wait until the writes of the other nodes are carried out. */
  async waitForWrites(areWaitedFor: boolean): Promise<void> {
    await this.ask(`SET GLOBAL wsrep_sync_wait = ${Number(areWaitedFor)}`);
  }

  async becomesReady(): Promise<void> {
    const deadline = Date.now() + 60_000;
    while (!this.isReady) {
      if (Date.now() > deadline) throw new Error(`A node stays away.\n${this.server.logged()}`);
      await sleep(LOOK_MILLISECONDS / 3);
    }
  }

  /** The number of the last write of the cluster that it has carried out. */
  async lastWrite(): Promise<number> {
    return Number(await this.ask("SHOW STATUS LIKE 'wsrep_last_committed'"));
  }

  private async watch(): Promise<void> {
    while (!this.keeper.hasEnded) {
      const late = sleep(ANSWER_WITHIN_MILLISECONDS).then(() => 'late');
      const looked = this.look().catch(() => 'gone');
      this.isReady = (await Promise.race([looked, late])) === 'ON';
      if (!this.isReady) {
        this.connection?.destroy();
        this.connection = undefined;
      }
      await sleep(LOOK_MILLISECONDS);
    }
    this.connection?.destroy();
  }

  private async look(): Promise<string | undefined> {
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
      connectTimeout: ANSWER_WITHIN_MILLISECONDS,
    });
    // That a connection ends is what these tests are about.
    connection.on('error', () => undefined);
    return connection;
  }
}

/** The `Value` of what a statement shows. */
async function valueOf(connection: Connection, sql: string): Promise<string | undefined> {
  const [rows] = await connection.query<RowDataPacket[]>(sql);
  return (rows[0] as { Value?: string } | undefined)?.Value;
}

/** Where a server has to go on from that may not have ended in order. */
async function recoveredPosition(server: PrivateServer): Promise<string> {
  const log = await server.runTask('--wsrep-recover');
  const [, position] = /Recovered position:\s*(\S+)/.exec(log) ?? [];
  if (position === undefined) throw new Error(`A node does not know where it was.\n${log}`);
  return position;
}
