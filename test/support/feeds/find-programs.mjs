import { spawnSync } from 'node:child_process';

/** Has the packages of the distribution. */
const PYTHON = '/usr/bin/python3';

export const NO_FEED_PARSER = 'install python3-feedparser';

/** Undefined without feedparser. */
export function findFeedParser() {
  return spawnSync(PYTHON, ['-c', 'import feedparser']).status === 0 ? PYTHON : undefined;
}
