import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command, CommandRunner } from '../../platform/operation/commands';
import { Calendar } from '../calendar';
import { documentFiles } from './document-files';

@Command({
  name: 'openapi',
  arguments: '[folder]',
  argsDescription: { folder: 'output folder (default: openapi/)' },
  description: 'Writes one OpenAPI document per language, with PUBLIC_URL as the server',
})
export class OpenApiCommand extends CommandRunner {
  constructor(private readonly calendar: Calendar) {
    super();
  }

  async run([folder = 'openapi']: string[]): Promise<void> {
    const files = await documentFiles(this.calendar.settings, this.calendar.modules);
    await mkdir(folder, { recursive: true });
    for (const [name, text] of files) {
      const path = join(folder, name);
      await writeFile(path, text);
      process.stdout.write(`${path}\n`);
    }
  }
}
