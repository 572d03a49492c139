import { Command, Option } from 'nest-commander';
import { CalendarCommand } from '../calendar';
import { CommandError } from '../command-error';
import { withProgress } from '../progress';
import { startOfToday } from './programme';
import { SeedModule } from './seed.module';
import { Seeder } from './seeder';

/** Ten years. */
const PAST_DAYS = 3652;
const AHEAD_DAYS = 730;
/** A hundred years. */
const DAYS_MAX = 36_525;

const EVENTS_MAX = 10_000_000;
const SEED_MAX = 2 ** 31 - 1;

interface SeedCommandOptions {
  events: number;
  seed: number;
  today: Date;
  past: number;
  ahead: number;
}

@Command({
  name: 'seed',
  description:
    'Adds generated events from ten years ago to two years ahead, with venues, organizers and terms',
})
export class SeedCommand extends CalendarCommand {
  async run(_parameters: string[], options: SeedCommandOptions): Promise<void> {
    const { events, seed, today = startOfToday(), past, ahead } = options;
    const started = performance.now();
    await this.calendar.run(SeedModule, (service) =>
      withProgress(events, (advance) =>
        service
          .get(Seeder)
          .run({ events, seed, today, past, ahead }, this.calendar.operator(service), advance),
      ),
    );
    const seconds = (performance.now() - started) / 1000;
    process.stdout.write(`${events} events in ${seconds.toFixed(1)} s\n`);
  }

  @Option({ flags: '--events <number>', description: 'number of events', required: true })
  events(text: string): number {
    return wholeNumber('--events', text, 1, EVENTS_MAX);
  }

  @Option({
    flags: '--seed <number>',
    description: 'seed of the random generator; the same seed generates the same data',
    defaultValue: 1,
  })
  seed(text: string): number {
    return wholeNumber('--seed', text, 0, SEED_MAX);
  }

  @Option({
    flags: '--today <day>',
    description: 'reference day of the period, YYYY-MM-DD (default: today)',
  })
  today(text: string): Date {
    const day = new Date(`${text}T00:00:00Z`);
    if (!Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text) return day;
    throw new CommandError('--today must be a date such as 2027-05-01.');
  }

  @Option({
    flags: '--past <days>',
    description: 'days before --today on which events may start',
    defaultValue: PAST_DAYS,
  })
  past(text: string): number {
    return wholeNumber('--past', text, 0, DAYS_MAX);
  }

  @Option({
    flags: '--ahead <days>',
    description: 'days after --today on which events may start',
    defaultValue: AHEAD_DAYS,
  })
  ahead(text: string): number {
    return wholeNumber('--ahead', text, 0, DAYS_MAX);
  }
}

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new CommandError(`${option} must be an integer between ${least} and ${most}.`);
}
