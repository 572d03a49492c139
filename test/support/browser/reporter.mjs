/** Says at the beginning and at the end of a run that the pages were not tested in a browser. */
export default class BrowserReporter {
  #output;
  #missing;

  /** @param {{ missing?: string }} options why the project `browser` is left out, if it is */
  constructor(globalConfig, { missing }) {
    this.#output = globalConfig.json ? process.stderr : process.stdout;
    this.#missing = missing;
  }

  onRunStart() {
    this.#tell();
  }

  onRunComplete() {
    // Jest puts its own summary behind every other reporter.
    process.once('exit', () => this.#tell());
  }

  #tell() {
    if (this.#missing)
      this.#output.write(`The pages are NOT tested in a browser: ${this.#missing}\n`);
  }
}
