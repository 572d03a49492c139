import { Command, SubCommand } from 'nest-commander';
import { EventsModule } from '../calendar/events/events.module';
import {
  type Difference,
  EventRecomputation,
} from '../calendar/events/schedule/event-recomputation';
import { toWallClock, UTC } from '../platform/dates';
import { type Calendar, CalendarCommand, CommandGroup } from './calendar';
import { Differences } from './differences';
import { newestRules } from './newest-rules';
import { withProgress } from './progress';

interface Dates {
  recomputation: EventRecomputation;
  /** Of the tz database in this program. */
  release: string;
}

function withDates<T>(calendar: Calendar, work: (dates: Dates) => Promise<T>): Promise<T> {
  return calendar.run(EventsModule, async (service) => {
    const recomputation = service.get(EventRecomputation);
    const release = await newestRules(service);
    return work({ recomputation, release });
  });
}

@SubCommand({
  name: 'check',
  description:
    'Lists upcoming events whose UTC times differ from the time zone rules; exits with 1 if any do',
})
class DatesCheckCommand extends CalendarCommand {
  async run(): Promise<void> {
    const found = new Differences<Difference>();
    const { release, ahead } = await withDates(
      this.calendar,
      async ({ recomputation, release }) => {
        const ahead = await recomputation.countListed();
        await withProgress(ahead, (advance) =>
          recomputation.check((events, differences) => {
            found.add(differences);
            advance(events);
          }),
        );
        return { release, ahead };
      },
    );
    found.print(['id', 'title', 'date', 'local time', 'stored UTC', 'correct UTC'], linesOf);
    process.stdout.write(
      `${found.count} of ${ahead} upcoming events differ from time zone rules ${release}\n`,
    );
    if (found.count > 0) process.exitCode = 1;
  }
}

@SubCommand({
  name: 'recompute',
  description: 'Recalculates the UTC times of upcoming events that differ, from their local times',
})
class DatesRecomputeCommand extends CalendarCommand {
  async run(): Promise<void> {
    const { release, ahead, changed } = await withDates(
      this.calendar,
      async ({ recomputation, release }) => {
        const ahead = await recomputation.countAhead();
        const changed = await withProgress(ahead, (advance) => recomputation.recomputeAll(advance));
        return { release, ahead, changed };
      },
    );
    process.stdout.write(
      `${changed} of ${ahead} upcoming events recalculated with time zone rules ${release}\n`,
    );
  }
}

@Command({
  name: 'dates',
  description:
    'Compares the UTC times of upcoming events with the time zone rules, and corrects them',
  subCommands: [DatesCheckCommand, DatesRecomputeCommand],
})
export class DatesCommand extends CommandGroup {}

const linesOf = ({ id, title, stored, computed }: Difference): string[][] =>
  (
    [
      ['start', stored.start_date, stored.start_utc, computed.start_utc],
      ['end', stored.end_date, stored.end_utc, computed.end_utc],
    ] as const
  )
    .filter(([, , utc, anew]) => utc.getTime() !== anew.getTime())
    .map(([name, wall, utc, anew]) => [
      String(id),
      title,
      name,
      `${wall} ${stored.timezone}`,
      toWallClock(utc, UTC),
      toWallClock(anew, UTC),
    ]);
