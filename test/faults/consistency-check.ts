import { WriteGenerator } from './write-requests';
import { Journal, KINDS } from './journal';
import { Load } from './load';
import { Random } from '../../src/cli/seed/random';
import { seed } from './settings';
import { verify } from './verify';

export class ConsistencyCheck {
  readonly random = new Random(seed);
  readonly load: Load;
  private readonly journal = new Journal();
  private round = 0;

  /** @param addresses returns the current base URLs of all instances */
  constructor(private readonly addresses: () => readonly string[]) {
    this.load = new Load(this.journal, new WriteGenerator(this.journal, this.random), addresses);
  }

  /** Starts a round of writes; `load.stop` ends it. */
  startRound(): void {
    this.load.start(this.mark(++this.round));
  }

  /**
   * Verifies the records of the round.
   * @returns a sentence for each fault
   */
  verifyRound(): Promise<string[]> {
    return verify(this.journal, this.addresses(), this.mark(this.round));
  }

  /**
   * Retries creations without a response and verifies all records.
   *
   * @returns a sentence for each fault of the records and each unexpected response of all rounds
   */
  async finish(): Promise<string[]> {
    await this.load.repeatAll();
    const faults = await verify(this.journal, this.addresses());
    this.load.close();
    return [...faults, ...this.load.statistics.unexpected];
  }

  get summary(): string[] {
    const { carriedOut, not } = this.journal.doubts;
    const records = KINDS.map((kind) => {
      const existing = this.journal.of(kind).filter(({ state }) => state !== null);
      return `${existing.length} ${kind}`;
    });
    return [
      this.load.statistics.toString(),
      `of those in doubt, ${carriedOut} were carried out, ${not} were not`,
      `${records.join(', ')} in the end`,
    ];
  }

  private mark(round: number): string {
    return `mark${round}z`;
  }
}
