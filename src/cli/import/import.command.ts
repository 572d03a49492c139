import { Command, Option, SubCommand } from 'nest-commander';
import { CalendarSource, SiteClient, SiteSource, TableSource } from '../../calendar/imports';
import { readEnvironment } from '../../platform/config';
import { CommandGroup } from '../calendar';
import { CommandError } from '../command-error';
import { readAddress } from './address';
import { type ImportCommandOptions, ImportRunner } from './import-runner';

interface SiteOptions extends ImportCommandOptions {
  key?: string;
}

@SubCommand({
  name: 'tec',
  arguments: '<site>',
  argsDescription: { site: 'the address of a WordPress site with The Events Calendar' },
  description: 'Imports a site with its venues, organizers, categories and tags',
})
class ImportTecCommand extends ImportRunner {
  async run(
    [site]: string[],
    { key = readEnvironment().IMPORT_KEY, ...options }: SiteOptions,
  ): Promise<void> {
    const isAddress = /^https?:\/\//i.test(site);
    const { shown, url, login } = readAddress(isAddress ? site : `https://${site}`);
    if (!url) throw new CommandError(`${shown} is not the address of a site.`);
    const source = options.source ?? url.host;
    await this.import(
      shown,
      { ...options, source },
      () => new SiteSource(new SiteClient(shown, key || undefined, login)),
    );
  }

  @Option({
    flags: '--key <user:password>',
    description:
      'a user of the site and an application password, for unpublished records; or set IMPORT_KEY',
  })
  key(key: string): string {
    if (/^[^:]+:.+$/.test(key)) return key;
    throw new CommandError('--key must have the form user:password.');
  }

  @Option({
    flags: '--keep-ids',
    description: 'keep the ids of the site; only in a calendar without other records',
  })
  keepIds(): boolean {
    return true;
  }
}

@SubCommand({
  name: 'ics',
  arguments: '<file>',
  argsDescription: { file: 'an iCalendar file, or its http(s) or webcal address' },
  description: 'Imports the events of an iCalendar file',
})
class ImportIcsCommand extends ImportRunner {
  async run([location]: string[], options: ImportCommandOptions): Promise<void> {
    await this.importFile(location, options, (file, context) => new CalendarSource(file, context));
  }
}

@SubCommand({
  name: 'csv',
  arguments: '<file>',
  argsDescription: { file: 'a table with the columns of The Events Calendar, or its address' },
  description: 'Imports events, venues or organizers from a CSV table',
})
class ImportCsvCommand extends ImportRunner {
  async run([location]: string[], options: ImportCommandOptions): Promise<void> {
    await this.importFile(location, options, (file) => new TableSource(file));
  }
}

@Command({
  name: 'import',
  description: 'Imports records from another calendar; a repeated import updates them',
  subCommands: [ImportTecCommand, ImportIcsCommand, ImportCsvCommand],
})
export class ImportCommand extends CommandGroup {}
