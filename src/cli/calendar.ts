import { ConsoleLogger, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Caller } from '../platform/access';
import { Links, type RequestContext } from '../platform/addresses';
import { logLevels, type Settings, SettingsModule } from '../platform/config';
import { DatabaseModule } from '../platform/database';
import { ListingModule } from '../platform/listing';
import { SlugsModule } from '../platform/slugs';
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
  const levels = settings.logLevel === 'debug' && logLevels('debug');
  const calendar = await explained(settings, () =>
    NestFactory.createApplicationContext(
      {
        module,
        imports: [SettingsModule.with(settings), DatabaseModule, ListingModule, SlugsModule],
      },
      { abortOnError: false, logger: levels && new ConsoleLogger({ logLevels: levels }) },
    ),
  );
  try {
    return await work(calendar);
  } finally {
    await calendar.close();
  }
}

/** The context of a write that no request asked for. */
export function operatorContext(settings: Settings): RequestContext {
  const base = settings.publicUrl ?? 'http://localhost';
  return {
    site: settings,
    links: new Links(`${base}/${settings.namespace}`, new URL(base).hostname, settings.pages),
    caller: OPERATOR,
    now: new Date(),
    query: {},
  };
}
