import { spawnSync } from 'node:child_process';

/** Debian's own, with what its packages install. */
const PYTHON = '/usr/bin/python3';

/** What to tell somebody whose Atom feeds no other program has read. */
export const NO_FEED_PARSER = 'install python3-feedparser';

/** The Python that has feedparser, or undefined. */
export function findFeedParser() {
  return spawnSync(PYTHON, ['-c', 'import feedparser']).status === 0 ? PYTHON : undefined;
}
