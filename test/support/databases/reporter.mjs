import { hasServer, isSelected, testsAll } from '../../projects/programs.mjs';
import { NO_SERVER } from './find-server.mjs';

/** Reports the databases of the API tests, and prints one plain line of totals at the end. */
export default class DatabaseReporter {
  #output;
  /** Why the project `mysql` is skipped, if it is. */
  #missing = hasServer || testsAll || !isSelected('mysql') ? undefined : NO_SERVER;

  constructor(globalConfig) {
    this.#output = globalConfig.json ? process.stderr : process.stdout;
  }

  onRunStart() {
    for (const [project, product] of products())
      if (product) this.#print(`The project ${project} tests on ${product}.`);
    if (this.#missing) this.#print(`API tests do NOT run on MySQL or MariaDB: ${this.#missing}`);
  }

  onRunComplete(contexts, results) {
    const closing = [...this.#databases(contexts), totals(results)];
    // Jest prints its own summary after all reporters.
    process.once('exit', () => this.#print(closing.join('\n')));
  }

  #databases(contexts) {
    const projects = [...contexts].map(({ config }) => config.displayName?.name);
    const ran = [
      ...(projects.includes('sqlite') ? ['SQLite'] : []),
      ...products().flatMap(([project, product]) => (projects.includes(project) ? product : [])),
    ];
    if (ran.length === 0) return [];
    const missing = this.#missing ? `. NOT on MySQL or MariaDB: ${this.#missing}` : '';
    return [`API tests ran on: ${ran.join(', ')}${missing}`];
  }

  #print(text) {
    this.#output.write(`${text}\n`);
  }
}

/** Returns the projects with the names and versions of their servers. */
const products = () => [
  ['mysql', process.env.TEST_DATABASE_PRODUCT],
  ['other-server', process.env.TEST_OTHER_DATABASE_PRODUCT],
];

/** A file that could not run counts as one failed test, since its tests are unknown. */
function totals(results) {
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  const skipped = results.numPendingTests + results.numTodoTests;
  const parts = [`${results.numPassedTests} passed`, `${failed} failed`];
  return [...parts, ...(skipped ? [`${skipped} skipped`] : [])].join(', ');
}
