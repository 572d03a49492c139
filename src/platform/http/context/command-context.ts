import type { INestApplicationContext, Type } from '@nestjs/common';
import type { Settings } from '../../config';
import type { RequestContext } from './request-context';

/**
 * Gives commands access to the service, by injection. Settings and connections are created on first
 * use, so that `--help` needs no database.
 */
export abstract class CommandContext {
  /**
   * @throws SettingsError that names every wrong variable
   */
  abstract get settings(): Settings;

  /**
   * Runs `work` with the providers of a module, after the pending migrations, without timeouts of
   * the database.
   */
  abstract run<T>(module: Type, work: (service: INestApplicationContext) => Promise<T>): Promise<T>;

  /** Returns the context of a write outside of a request: the user of a command has all rights. */
  abstract operator(service: INestApplicationContext): RequestContext;
}
