import { EventsModule } from '../calendar/events/events.module';
import { type CountDifference, LinkRepair } from '../calendar/links';
import { Command, CommandRunner } from '../platform/operation/commands';
import { Calendar } from './calendar';

/** The maximum number of counters in the output. */
const SHOWN = 20;

@Command({
  name: 'check',
  description: 'Lists counters that differ from the stored events; exits with 1 if any do',
})
export class CountersCheckCommand extends CommandRunner {
  constructor(private readonly calendar: Calendar) {
    super();
  }

  async run(): Promise<void> {
    const shown: CountDifference[] = [];
    let differ = 0;
    await this.calendar.run(EventsModule, (service) =>
      service.get(LinkRepair).checkCounters((differences) => {
        differ += differences.length;
        shown.push(...differences.slice(0, SHOWN - shown.length));
      }),
    );
    for (const line of linesOf(shown)) process.stdout.write(`${line.join('\t')}\n`);
    if (differ > shown.length) process.stdout.write(`… and ${differ - shown.length} more\n`);
    process.stdout.write(`${differ} counters differ from the stored events\n`);
    if (differ > 0) process.exitCode = 1;
  }
}

@Command({
  name: 'rebuild',
  description: 'Corrects the counters that differ; the service may keep running',
})
export class CountersRebuildCommand extends CommandRunner {
  constructor(private readonly calendar: Calendar) {
    super();
  }

  async run(): Promise<void> {
    const corrected = await this.calendar.run(EventsModule, (service) =>
      service.get(LinkRepair).repairCounters(),
    );
    process.stdout.write(`${corrected} counters corrected\n`);
  }
}

@Command({
  name: 'counters',
  description: 'Compares the counters of events with the stored events, and corrects them',
  subCommands: [CountersCheckCommand, CountersRebuildCommand],
})
export class CountersCommand {}

function linesOf(differences: readonly CountDifference[]): (string | number)[][] {
  if (differences.length === 0) return [];
  const lines = differences.map(({ counters, record, period, kept, live }) => [
    counters,
    record || '-',
    period || '-',
    kept,
    live,
  ]);
  return [['kind', 'id', 'start (UTC)', 'counter', 'events'], ...lines];
}
