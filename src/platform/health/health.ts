import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import {
  type HealthCheckResult,
  HealthCheckService,
  type HealthIndicatorResult,
  HealthIndicatorService,
} from '@nestjs/terminus';
import { Clock, Database } from '../database';
import { Replicas } from '../replicas';
import { RoutesMiddleware, RouteTable } from '../routing';
import { Lifecycle } from './lifecycle';

/** The timeout of the database check. */
const DATABASE_MILLISECONDS = 1000;

type Indicator = () => HealthIndicatorResult | Promise<HealthIndicatorResult>;

/**
 * Health checks for orchestrators and proxies: liveness and readiness. They come before everything
 * that limits requests.
 */
@Injectable()
export class Health extends RoutesMiddleware {
  constructor(
    private readonly checks: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly lifecycle: Lifecycle,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly replicas: Replicas,
    routes: RouteTable,
  ) {
    super(routes);
    this.add('/health/live', () => []);
    this.add('/health/ready', () => this.needed());
  }

  private add(path: string, asked: () => Indicator[]): void {
    this.get(path, async (_request, response) => {
      const result = await this.check(asked());
      response
        .status(result.status === 'ok' ? 200 : 503)
        .set('Cache-Control', 'no-store')
        .type('json')
        .end(JSON.stringify(result));
    });
  }

  private async check(asked: Indicator[]): Promise<HealthCheckResult> {
    try {
      return await this.checks.check(asked);
    } catch (error) {
      if (error instanceof ServiceUnavailableException)
        return error.getResponse() as HealthCheckResult;
      throw error;
    }
  }

  /** The checks of what the service needs; the database is not asked while it is not serving. */
  private needed(): Indicator[] {
    const { phase } = this.lifecycle;
    const service = this.indicators.check('service');
    return phase === 'serving'
      ? [
          () => service.up(),
          () => this.databaseAnswers(),
          ...(this.replicas.areThere ? [() => this.replicasAreRead()] : []),
          () => this.clockStands(),
        ]
      : [() => service.down({ phase })];
  }

  /** The check is public: its answer does not reveal where the database is, or its error. */
  private async databaseAnswers(): Promise<HealthIndicatorResult> {
    const database = this.indicators.check('database');
    return (await this.database.answers(DATABASE_MILLISECONDS)) ? database.up() : database.down();
  }

  /** Replicas that are away are only shown: what they would answer is read from the primary. */
  private replicasAreRead(): HealthIndicatorResult {
    const states = this.replicas.states();
    const read = states.filter(({ isRead }) => isRead).length;
    return this.indicators.check('replicas').up({ count: states.length, read });
  }

  /** A wrong clock of the machine is only shown: the service uses the time of the database. */
  private clockStands(): HealthIndicatorResult {
    return this.indicators.check('clock').up({ skew_seconds: Math.round(this.clock.skew / 1000) });
  }
}
