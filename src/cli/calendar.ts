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

/** Who can run a command on the machine of the service may do everything. */
const OPERATOR: Caller = { role: 'administrator', author: 0, identity: 'cli', credential: true };

/**
 * Runs `work` on the calendar of the settings, whose tables are brought up to date before.
 *
 * @param module what the command needs of the service, and adds to it
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
          SettingsModule.forRoot({ ...settings, database: withoutLimits(settings.database) }),
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

/** The context of a write that no request asked for. */
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
