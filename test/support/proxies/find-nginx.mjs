import { spawnSync } from 'node:child_process';

export const NO_NGINX = 'no nginx found; set TEST_NGINX to its path or install the package nginx';

/** Returns the path of nginx, or undefined. Debian installs it outside of the usual PATH. */
export function findNginx() {
  const programs = [process.env.TEST_NGINX ?? 'nginx', '/usr/sbin/nginx'];
  return programs.find((program) => spawnSync(program, ['-v']).status === 0);
}
