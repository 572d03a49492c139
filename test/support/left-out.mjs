/** Reports at the beginning and at the end of a run which tests are skipped on this machine, and why. */
export default class LeftOutReporter {
  #output;
  #sentences;

  /** @param {{ sentences: string[] }} options a sentence for each skipped part */
  constructor(globalConfig, { sentences }) {
    this.#output = globalConfig.json ? process.stderr : process.stdout;
    this.#sentences = sentences;
  }

  onRunStart() {
    this.#tell();
  }

  onRunComplete() {
    // Jest prints its own summary after all reporters.
    process.once('exit', () => this.#tell());
  }

  #tell() {
    for (const sentence of this.#sentences) this.#output.write(`${sentence}\n`);
  }
}
