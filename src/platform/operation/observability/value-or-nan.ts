import { setTimeout as sleep } from 'node:timers/promises';

/** The timeout of a database query for the metrics. */
const ANSWER_MILLISECONDS = 1000;

/** Returns the value of a metric; NaN when the database does not answer in time. */
export async function valueOrNaN(answer: Promise<number>): Promise<number> {
  const unknown = sleep(ANSWER_MILLISECONDS, NaN, { ref: false });
  return Promise.race([answer.catch(() => NaN), unknown]);
}
