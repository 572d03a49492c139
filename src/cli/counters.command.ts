import { Command, SubCommand } from 'nest-commander';
import { EventsModule } from '../calendar/events/events.module';
import { type CountDifference, LinkRepair } from '../calendar/links';
import { CalendarCommand, CommandGroup } from './calendar';
import { Differences } from './differences';

@SubCommand({
  name: 'check',
  description: 'Lists counters that differ from the stored events; exits with 1 if any do',
})
export class CountersCheckCommand extends CalendarCommand {
  async run(): Promise<void> {
    const found = new Differences<CountDifference>();
    await this.calendar.run(EventsModule, (service) =>
      service.get(LinkRepair).checkCounters((differences) => found.add(differences)),
    );
    found.print(
      ['kind', 'id', 'start (UTC)', 'counter', 'events'],
      ({ counters, record, period, kept, live }) => [
        [counters, record || '-', period || '-', kept, live],
      ],
    );
    process.stdout.write(`${found.count} counters differ from the stored events\n`);
    if (found.count > 0) process.exitCode = 1;
  }
}

@SubCommand({
  name: 'rebuild',
  description: 'Corrects the counters that differ; the service may keep running',
})
export class CountersRebuildCommand extends CalendarCommand {
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
export class CountersCommand extends CommandGroup {}
