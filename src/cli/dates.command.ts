import { EventsModule } from '../calendar/events/events.module';
import { type Difference, EventReckoning } from '../calendar/events/schedule/event-reckoning';
import { toWallClock, UTC } from '../platform/foundation/dates';
import { Command, CommandRunner } from '../platform/operation/commands';
import { Calendar } from './calendar';
import { newestRules } from './newest-rules';
import { withProgress } from './progress';

/** The maximum number of events in the output. */
const SHOWN = 20;

interface Dates {
  reckoning: EventReckoning;
  /** The tz database release of this program. */
  release: string;
  /** The number of events that have not ended. */
  ahead: number;
}

function withDates<T>(calendar: Calendar, work: (dates: Dates) => Promise<T>): Promise<T> {
  return calendar.run(EventsModule, async (service) => {
    const reckoning = service.get(EventReckoning);
    const release = await newestRules(service);
    return work({ reckoning, release, ahead: await reckoning.countAhead() });
  });
}

@Command({
  name: 'check',
  description:
    'Lists upcoming events whose UTC times differ from the time zone rules; exits with 1 if any do',
})
export class DatesCheckCommand extends CommandRunner {
  constructor(private readonly calendar: Calendar) {
    super();
  }

  async run(): Promise<void> {
    const shown: Difference[] = [];
    const { release, ahead, differ } = await withDates(
      this.calendar,
      async ({ reckoning, release, ahead }) => {
        let differ = 0;
        await withProgress(ahead, (advance) =>
          reckoning.check((events, differences) => {
            differ += differences.length;
            shown.push(...differences.slice(0, SHOWN - shown.length));
            advance(events);
          }),
        );
        return { release, ahead, differ };
      },
    );
    for (const line of linesOf(shown)) process.stdout.write(`${line.join('\t')}\n`);
    if (differ > shown.length) process.stdout.write(`… and ${differ - shown.length} more\n`);
    process.stdout.write(
      `${differ} of ${ahead} upcoming events differ from time zone rules ${release}\n`,
    );
    if (differ > 0) process.exitCode = 1;
  }
}

@Command({
  name: 'reckon',
  description: 'Recalculates the UTC times of upcoming events that differ, from their local times',
})
export class DatesReckonCommand extends CommandRunner {
  constructor(private readonly calendar: Calendar) {
    super();
  }

  async run(): Promise<void> {
    const { release, ahead, changed } = await withDates(
      this.calendar,
      async ({ reckoning, release, ahead }) => ({
        release,
        ahead,
        changed: await withProgress(ahead, (advance) => reckoning.reckonAll(advance)),
      }),
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
  subCommands: [DatesCheckCommand, DatesReckonCommand],
})
export class DatesCommand {}

/** Returns a header, and one line per start or end that differs. */
function linesOf(differences: readonly Difference[]): string[][] {
  if (differences.length === 0) return [];
  const lines = differences.flatMap(({ id, title, stored, reckoned }) =>
    (
      [
        ['start', stored.startDate, stored.startUtc, reckoned.startUtc],
        ['end', stored.endDate, stored.endUtc, reckoned.endUtc],
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
      ]),
  );
  return [['id', 'title', 'date', 'local time', 'stored UTC', 'correct UTC'], ...lines];
}
