/** Says at the beginning and at the end of a run what is not tested on this machine, and why. */
export default class LeftOutReporter {
  #output;
  #sentences;

  /** @param {{ sentences: string[] }} options one for each thing that is left out */
  constructor(globalConfig, { sentences }) {
    this.#output = globalConfig.json ? process.stderr : process.stdout;
    this.#sentences = sentences;
  }

  onRunStart() {
    this.#tell();
  }

  onRunComplete() {
    // Jest puts its own summary behind every other reporter.
    process.once('exit', () => this.#tell());
  }

  #tell() {
    for (const sentence of this.#sentences) this.#output.write(`${sentence}\n`);
  }
}
