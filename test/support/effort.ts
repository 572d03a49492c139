/** What a piece of work costs the process, in milliseconds of its processor: others that run count nothing. */
export interface Effort {
  /** In sum. */
  total: number;
  /** Of the turn of the event loop that was the longest: so long nobody else was served. */
  longestTurn: number;
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

/** Measures work that goes on over turns of the event loop. */
export async function effortOf(work: () => Promise<unknown>): Promise<Effort> {
  const effort = { total: 0, longestTurn: 0 };
  let before = process.cpuUsage();
  const note = (): void => {
    const turn = milliseconds(process.cpuUsage(before));
    before = process.cpuUsage();
    effort.total += turn;
    effort.longestTurn = Math.max(effort.longestTurn, turn);
  };
  let next = setImmediate(function turn() {
    note();
    next = setImmediate(turn);
  });
  try {
    await work();
  } finally {
    clearImmediate(next);
  }
  note();
  return effort;
}

/** Measures work that is done at once. */
export function costOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return milliseconds(process.cpuUsage(before));
}
