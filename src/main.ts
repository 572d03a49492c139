import { createApp } from './app';
import { readSettings, SettingsError } from './platform/config';
import { Database } from './platform/database';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const app = await createApp(settings);
  await app.listen(settings.port, settings.host);
  const address = await app.getUrl();
  const database = await app.get(Database).describe();
  process.stdout.write(`${address}/${settings.namespace}\n${database}\n`);
}

main().catch((error: unknown) => {
  const message = error instanceof SettingsError ? error.message : error;
  process.stderr.write(`${String(message)}\n`);
  process.exitCode = 1;
});
