import { spawnSync } from 'node:child_process';

/** Debian's Python, which has the packages of the distribution. */
const PYTHON = '/usr/bin/python3';

/** The message when no feed parser is found. */
export const NO_FEED_PARSER = 'install python3-feedparser';

/** Returns the Python with feedparser, or undefined. */
export function findFeedParser() {
  return spawnSync(PYTHON, ['-c', 'import feedparser']).status === 0 ? PYTHON : undefined;
}
