import { CommandContext, Database } from 'event-calendar-service/platform';
import { Command, CommandRunner } from 'nest-commander';
import { Performer } from './performer.entity';
import { PerformersModule } from './performers.module';

@Command({ name: 'performers', description: 'Lists the names of all performers' })
export class PerformersCommand extends CommandRunner {
  constructor(private readonly context: CommandContext) {
    super();
  }

  async run(): Promise<void> {
    const performers = await this.context.run(PerformersModule, (service) =>
      service.get(Database).select(Performer, 'record').orderBy('record.name_key').getMany(),
    );
    process.stdout.write(performers.map(({ name }) => `${name}\n`).join(''));
  }
}
