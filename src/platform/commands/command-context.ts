import type { INestApplicationContext, Type } from '@nestjs/common';
import type { Settings } from '../config';
import type { RequestContext } from '../request-context';

/**
 * The service, as commands use it; they inject it. Nothing is read and nothing connects before a
 * command asks for it, so that `--help` needs no database.
 */
export abstract class CommandContext {
  /** @throws SettingsError naming every variable that is wrong */
  abstract get settings(): Settings;

  /**
   * Runs `work` with the providers of a module, after the pending migrations, without timeouts of
   * the database.
   */
  abstract run<T>(module: Type, work: (service: INestApplicationContext) => Promise<T>): Promise<T>;

  /** The context of a write outside of a request: whoever runs a command has all rights. */
  abstract operator(service: INestApplicationContext): RequestContext;
}
