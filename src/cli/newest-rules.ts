import type { INestApplicationContext } from '@nestjs/common';
import { EventRecomputation } from '../calendar/events/schedule/event-recomputation';
import { ZoneRules } from '../platform/dates';
import { CommandError } from './command-error';

/**
 * Returns the release of the tz database in this program.
 *
 * @throws CommandError when events were calculated with a newer one
 */
export async function newestRules(service: INestApplicationContext): Promise<string> {
  const { release } = service.get(ZoneRules);
  const newest = await service.get(EventRecomputation).newestRelease();
  if (newest <= release) return release;
  throw new CommandError(
    `Events were calculated with time zone rules ${newest}, but this program has ${release}. ` +
      'Run the newer release of the service.',
  );
}
