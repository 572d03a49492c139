import { ConsoleLogger, type INestApplicationContext, Injectable, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandRunner } from 'nest-commander';
import { AppModule } from '../app.module';
import { CoreModule } from '../platform/core.module';
import { Settings } from '../platform/config';
import { ZoneRules } from '../platform/dates';
import { declarationsOf, FoundationModule, type ModuleType } from '../platform/modules';
import { Conditions } from '../platform/http/conditional';
import {
  CacheControl,
  type Caller,
  CommandContext,
  FieldSelection,
  Links,
  type RequestContext,
} from '../platform/http/context';
import { withoutLimits } from '../platform/database';
import { readProcessSettings } from '../settings';
import { explained } from './command-error';

/** Commands have all rights: their user has access to the database itself. */
const OPERATOR: Caller = { role: 'administrator', author: 0, identity: 'cli', credential: true };

/** The calendar of the settings, with the modules of `MODULES`. */
export class Calendar extends CommandContext {
  private read?: Settings;

  constructor(
    readonly modules: readonly ModuleType[] = [],
    private readonly environment: Readonly<NodeJS.ProcessEnv> = {},
  ) {
    super();
  }

  get settings(): Settings {
    return (this.read ??= readProcessSettings(this.modules, this.environment));
  }

  with(environment: Readonly<NodeJS.ProcessEnv>): Calendar {
    return new Calendar(this.modules, environment);
  }

  async run<T>(module: Type, work: (service: INestApplicationContext) => Promise<T>): Promise<T> {
    const { settings, modules } = this;
    const service = await explained(settings, () =>
      NestFactory.createApplicationContext(
        {
          module,
          imports: [
            FoundationModule.forRoot(
              settings.with(withoutLimits(settings)),
              declarationsOf([AppModule, ...modules]),
            ),
            CoreModule,
            ...modules,
          ],
        },
        { abortOnError: false, logger: settings.logLevel === 'debug' && new ConsoleLogger() },
      ),
    );
    try {
      return await work(service);
    } finally {
      await service.close();
    }
  }

  operator(service: INestApplicationContext): RequestContext {
    const settings = service.get(Settings);
    const now = new Date();
    const base = settings.publicUrl ?? 'http://localhost';
    return {
      site: settings,
      rules: service.get(ZoneRules),
      links: new Links(`${base}/${settings.apiNamespace}`, base, settings.pages),
      caller: OPERATOR,
      client: '',
      now,
      cacheControl: new CacheControl(now),
      query: {},
      conditions: new Conditions(undefined, undefined, now),
      fields: FieldSelection.ALL,
    };
  }
}

export abstract class CommandGroup extends CommandRunner {
  run([name]: string[]): Promise<void> {
    if (name !== undefined) this.command.error(`error: unknown command '${name}'`);
    return this.command.help({ error: true });
  }
}

@Injectable()
export abstract class CalendarCommand extends CommandRunner {
  constructor(protected readonly calendar: Calendar) {
    super();
  }

  /** Wrong options print the help, too. */
  override setCommand(command: CommandRunner['command']): this {
    return super.setCommand(command.showHelpAfterError());
  }
}
