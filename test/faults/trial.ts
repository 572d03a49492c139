import { Calls } from './calls';
import { Journal, KINDS } from './journal';
import { Load } from './load';
import { Random } from '../../src/cli/seed/random';
import { seed } from './settings';
import { verify } from './verify';

/** Writes in rounds, between which it is looked at what has become of them. */
export class Trial {
  readonly random = new Random(seed);
  readonly load: Load;
  private readonly journal = new Journal();
  private round = 0;

  /** @param addresses the roots of the interface of all instances, as they are at the moment */
  constructor(private readonly addresses: () => readonly string[]) {
    this.load = new Load(this.journal, new Calls(this.journal, this.random), addresses);
  }

  /** Starts a round of writes; `load.stop` ends it. */
  begin(): void {
    this.load.start(this.mark(++this.round));
  }

  /** Looks at what the round has written. @returns what is wrong, in sentences */
  look(): Promise<string[]> {
    return verify(this.journal, this.addresses(), this.mark(this.round));
  }

  /**
   * Repeats what can be repeated, and looks at everything.
   *
   * @returns what is wrong, in sentences: with the records, and with the answers of all rounds
   */
  async conclude(): Promise<string[]> {
    await this.load.repeatAll();
    const faults = await verify(this.journal, this.addresses());
    this.load.close();
    return [...faults, ...this.load.figures.unexpected];
  }

  /** What was written, and what there is in the end, in words. */
  get summary(): string[] {
    const { carriedOut, not } = this.journal.doubts;
    const records = KINDS.map((kind) => {
      const there = this.journal.of(kind).filter(({ state }) => state !== null);
      return `${there.length} ${kind}`;
    });
    return [
      this.load.figures.toString(),
      `of those in doubt, ${carriedOut} were there as a whole, ${not} not at all`,
      `${records.join(', ')} in the end`,
    ];
  }

  private mark(round: number): string {
    return `mark${round}z`;
  }
}
