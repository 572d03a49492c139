import { createConnection } from 'mysql2/promise';

/** Periodic statements of the service, independent of requests. */
const IN_BETWEEN =
  /'future'|data_versions|UTC_TIMESTAMP|^SELECT 1$|^SET |GET_LOCK|RELEASE_LOCK|VERSION\(\)/;
/** A statement that takes longer is not repeated. */
const ENOUGH_MILLISECONDS = 1000;
/** Counts the records of all pages. */
const COUNTS = /\bAS [`"]?(total\d*|cnt)\b/i;

/**
 * Measures the database cost of a request: its statements are taken from the log of the server and run again without
 * the rest of the request.
 */
export class StatementTimer {
  #connection;
  #own;

  /** @param {string} url of a MariaDB or MySQL server on which the user may set global variables */
  static async open(url) {
    const timer = new StatementTimer();
    timer.#connection = await createConnection({ uri: url, timezone: 'Z', charset: 'utf8mb4' });
    const [[{ own }]] = await timer.#connection.query('SELECT CONNECTION_ID() AS own');
    timer.#own = own;
    await timer.#connection.query(`SET GLOBAL log_output = 'TABLE'`);
    return timer;
  }

  /**
   * The statements of a request, in order.
   *
   * @param {() => Promise<unknown>} request
   * @returns {Promise<string[]>}
   */
  async statementsOf(request) {
    await this.#connection.query('TRUNCATE mysql.general_log');
    await this.#connection.query('SET GLOBAL general_log = ON');
    try {
      await request();
    } finally {
      await this.#connection.query('SET GLOBAL general_log = OFF');
    }
    const [rows] = await this.#connection.query(
      `SELECT CONVERT(argument USING utf8mb4) AS text FROM mysql.general_log
       WHERE command_type IN ('Query', 'Execute') AND thread_id <> ?`,
      [this.#own],
    );
    return rows.map(({ text }) => text).filter((text) => !IN_BETWEEN.test(text));
  }

  /**
   * The minimum time of several runs, and the number of rows read from indexes, tables and
   * temporary tables in one run.
   *
   * @returns {Promise<{ milliseconds: number, rows: number }>}
   */
  async time(statement, times) {
    let milliseconds = Infinity;
    let rows = 0;
    let spent = 0;
    for (let n = 0; n < times && spent < ENOUGH_MILLISECONDS; n++) {
      const before = await this.#rowsRead();
      const started = performance.now();
      await this.#connection.query(statement);
      const taken = performance.now() - started;
      milliseconds = Math.min(milliseconds, taken);
      spent += taken;
      rows = (await this.#rowsRead()) - before;
    }
    return { milliseconds, rows };
  }

  /**
   * The database cost of a request: for its page with the records, and for its total.
   *
   * @typedef {{ milliseconds: number, rows: number }} Cost
   * @returns {Promise<{ page: Cost, total: Cost }>}
   */
  async costOf(request, times) {
    const cost = { page: { milliseconds: 0, rows: 0 }, total: { milliseconds: 0, rows: 0 } };
    for (const statement of await this.statementsOf(request)) {
      const { milliseconds, rows } = await this.time(statement, times);
      const part = cost[COUNTS.test(statement) ? 'total' : 'page'];
      part.milliseconds += milliseconds;
      part.rows += rows;
    }
    return cost;
  }

  async end() {
    await this.#connection.query('TRUNCATE mysql.general_log');
    await this.#connection.end();
  }

  async #rowsRead() {
    const [rows] = await this.#connection.query(`SHOW SESSION STATUS LIKE 'Handler_read%'`);
    return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
  }
}
