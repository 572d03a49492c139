import { Injectable } from '@nestjs/common';
import { RoutesMiddleware, RouteTable } from '../../http/routing';
import { Database, NewerRelease } from '../../storage/database';
import { Lifecycle } from './lifecycle';

/** The timeout of the database check. */
const DATABASE_MILLISECONDS = 1000;

/** The status of one dependency, with details. */
type Finding = { status: 'up' | 'down' } & Record<string, unknown>;

/**
 * Health checks for orchestrators and proxies: liveness and readiness. They run before everything
 * that limits requests. Answers have the format of `@nestjs/terminus`, which monitors support.
 */
@Injectable()
export class Health extends RoutesMiddleware {
  constructor(
    private readonly lifecycle: Lifecycle,
    private readonly database: Database,
    private readonly newer: NewerRelease,
    routes: RouteTable,
  ) {
    super(routes);
    this.add('/health/live', () => ({}));
    this.add('/health/ready', () => this.needed());
  }

  private add(
    path: string,
    look: () => Record<string, Finding> | Promise<Record<string, Finding>>,
  ): void {
    this.get(path, async (_request, response) => {
      const details = await look();
      const info = having('up', details);
      const error = having('down', details);
      const isOk = Object.keys(error).length === 0;
      response
        .status(isOk ? 200 : 503)
        .set('Cache-Control', 'no-store')
        .type('json')
        .end(JSON.stringify({ status: isOk ? 'ok' : 'error', info, error, details }));
    });
  }

  /**
   * Returns the status of the service and its dependencies; the database is checked only while
   * serving.
   */
  private async needed(): Promise<Record<string, Finding>> {
    const { phase } = this.lifecycle;
    if (phase !== 'serving') return { service: { status: 'down', phase } };
    // Public: the answer reveals neither the address of the database nor its error.
    const answers = await this.database.answers(DATABASE_MILLISECONDS);
    return {
      service: { status: 'up' },
      database: { status: answers ? 'up' : 'down' },
      ...(this.newer.isThere && { release: { status: 'down' as const } }),
      // A wrong machine clock is only reported: the service uses the time of the database.
    };
  }
}

function having(
  status: Finding['status'],
  findings: Record<string, Finding>,
): Record<string, Finding> {
  return Object.fromEntries(
    Object.entries(findings).filter(([, finding]) => finding.status === status),
  );
}
