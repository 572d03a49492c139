import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'nest-commander';
import { CalendarCommand } from './calendar';
import { documentFiles } from './offline-documents';

@Command({
  name: 'openapi',
  arguments: '[folder]',
  argsDescription: { folder: 'output folder (default: openapi/)' },
  description: 'Writes one OpenAPI document per language, with PUBLIC_URL as the server',
})
export class OpenApiCommand extends CalendarCommand {
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
