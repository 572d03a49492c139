/** Milliseconds of processor time; other processes do not count. */
export interface Effort {
  total: number;
  /** Until other requests are served. */
  longestTurn: number;
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

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

export function costOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return milliseconds(process.cpuUsage(before));
}
