import { ConsoleLogger, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Caller } from '../platform/access';
import { Links, type RequestContext } from '../platform/request-context';
import { ChangesModule } from '../platform/changes';
import { Conditions } from '../platform/conditional';
import { Settings, SettingsModule } from '../platform/config';
import { Clock, DatabaseModule, withoutLimits } from '../platform/database';
import { ZoneRulesModule, ZoneRules } from '../platform/dates';
import { IdempotencyModule } from '../platform/idempotency';
import { ListingModule } from '../platform/listing';
import { SlugsModule } from '../platform/slugs';
import { FieldSelection } from '../platform/sparse-fields';
import { explained } from './command-error';

/** Anybody who can run a command on the machine of the service has all rights. */
const OPERATOR: Caller = { role: 'administrator', author: 0, identity: 'cli', credential: true };

/**
 * Runs `work` with the calendar of the settings, after the pending migrations.
 *
 * @param module the modules and providers of the command
 */
export async function withCalendar<T>(
  settings: Settings,
  module: Type,
  work: (calendar: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const calendar = await explained(settings, () =>
    NestFactory.createApplicationContext(
      {
        module,
        imports: [
          SettingsModule.forRoot(settings.with({ database: withoutLimits(settings.database) })),
          ChangesModule,
          DatabaseModule,
          ZoneRulesModule.forRoot(),
          IdempotencyModule,
          ListingModule,
          SlugsModule,
        ],
      },
      { abortOnError: false, logger: settings.logLevel === 'debug' && new ConsoleLogger() },
    ),
  );
  try {
    return await work(calendar);
  } finally {
    await calendar.close();
  }
}

/** The context of a write outside of a request. */
export function operatorContext(calendar: INestApplicationContext): RequestContext {
  const settings = calendar.get(Settings);
  const now = calendar.get(Clock).now();
  const base = settings.publicUrl ?? 'http://localhost';
  return {
    site: settings,
    rules: calendar.get(ZoneRules),
    links: new Links(`${base}/${settings.namespace}`, new URL(base).hostname, settings.pages),
    caller: OPERATOR,
    client: '',
    now,
    query: {},
    conditions: new Conditions(undefined, undefined, now),
    fields: FieldSelection.ALL,
    answered: Promise.resolve(),
  };
}
