import { Command, Option, SubCommand } from 'nest-commander';
import { EventsModule } from '../calendar/events/events.module';
import { SeriesCheck, type SeriesDifference } from '../calendar/events/series/series-check';
import { SeriesHorizon } from '../calendar/events/series/series-horizon';
import { CalendarCommand, CommandGroup } from './calendar';
import { CommandError } from './command-error';
import { Differences } from './differences';
import { newestRules } from './newest-rules';

@SubCommand({
  name: 'extend',
  description: 'Creates the events of series up to the horizon, as the service does every hour',
})
class SeriesExtendCommand extends CalendarCommand {
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

@SubCommand({
  name: 'check',
  description:
    'Lists differences between series and their upcoming events; exits with 1 if there are any',
})
class SeriesCheckCommand extends CalendarCommand {
  @Option({ flags: '--mend', description: 'correct the events; then it exits with 0' })
  parseMend(): boolean {
    return true;
  }

  async run(_parameters: string[], { mend = false }: { mend?: boolean }): Promise<void> {
    const found = new Differences<SeriesDifference>();
    await this.calendar.run(EventsModule, async (service) => {
      await newestRules(service);
      await service.get(SeriesCheck).run(mend, (differences) => found.add(differences));
    });
    found.print(
      ['series', 'title', 'recurrence_id', 'event', 'problem'],
      ({ series, title, slot, event = '-', problem }) => [[series, title, slot, event, problem]],
    );
    process.stdout.write(
      `${found.count} differences between series and events${mend ? ' corrected' : ''}\n`,
    );
    if (found.count > 0 && !mend) process.exitCode = 1;
  }
}

@Command({
  name: 'series',
  description: 'Creates the events of series, and compares them with their series',
  subCommands: [SeriesExtendCommand, SeriesCheckCommand],
})
export class SeriesCommand extends CommandGroup {}
