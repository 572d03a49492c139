import { EventsModule } from '../calendar/events/events.module';
import { SeriesCheck, type SeriesDifference } from '../calendar/events/series/series-check';
import { SeriesHorizon } from '../calendar/events/series/series-horizon';
import { Command, CommandRunner, Option } from '../platform/operation/commands';
import { Calendar } from './calendar';
import { CommandError } from './command-error';
import { newestRules } from './newest-rules';

/** The maximum number of differences in the output. */
const SHOWN = 20;

@Command({
  name: 'extend',
  description: 'Creates the events of series up to the horizon, as the service does every hour',
})
export class SeriesExtendCommand extends CommandRunner {
  constructor(private readonly calendar: Calendar) {
    super();
  }

  async run(): Promise<void> {
    const { created, behind } = await this.calendar.run(EventsModule, async (service) => {
      await newestRules(service);
      const horizon = service.get(SeriesHorizon);
      return { created: await horizon.extendAll(), behind: await horizon.countBehind() };
    });
    if (created === undefined)
      throw new CommandError('An instance of the service extends the series at this moment.');
    process.stdout.write(`${created} events created, ${behind} series behind\n`);
    if (behind > 0) process.exitCode = 1;
  }
}

@Command({
  name: 'check',
  description:
    'Lists differences between series and their upcoming events; exits with 1 if there are any',
})
export class SeriesCheckCommand extends CommandRunner {
  constructor(private readonly calendar: Calendar) {
    super();
  }

  @Option({ flags: '--mend', description: 'correct the events; then it exits with 0' })
  parseMend(): boolean {
    return true;
  }

  async run(_parameters: string[], { mend = false }: { mend?: boolean }): Promise<void> {
    const shown: SeriesDifference[] = [];
    let differ = 0;
    await this.calendar.run(EventsModule, async (service) => {
      await newestRules(service);
      await service.get(SeriesCheck).run(mend, (differences) => {
        differ += differences.length;
        shown.push(...differences.slice(0, SHOWN - shown.length));
      });
    });
    for (const line of linesOf(shown)) process.stdout.write(`${line.join('\t')}\n`);
    if (differ > shown.length) process.stdout.write(`… and ${differ - shown.length} more\n`);
    process.stdout.write(
      `${differ} differences between series and events${mend ? ' corrected' : ''}\n`,
    );
    if (differ > 0 && !mend) process.exitCode = 1;
  }
}

@Command({
  name: 'series',
  description: 'Creates the events of series, and compares them with their series',
  subCommands: [SeriesExtendCommand, SeriesCheckCommand],
})
export class SeriesCommand {}

function linesOf(differences: readonly SeriesDifference[]): (string | number)[][] {
  if (differences.length === 0) return [];
  const lines = differences.map(({ series, title, slot, event = '-', problem }) => [
    ...[series, title, slot, event, problem],
  ]);
  return [['series', 'title', 'recurrence_id', 'event', 'problem'], ...lines];
}
