import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BUILD_MILLISECONDS, type Running, Workplace } from '../support/processes';

const ROOT = join(__dirname, '../..');
const MODULE = '@concerts/performers';

interface TestResponse {
  status: number;
  body: Record<string, unknown>;
}

function run(folder: string, command: string, ...parameters: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, parameters, { cwd: folder });
  if (status !== 0) throw new Error(`${command}: ${stdout.toString()}${stderr.toString()}`);
  return stdout.toString();
}

async function install(
  folder: string,
  command: readonly string[],
  name: string,
  project: string,
): Promise<void> {
  const position = join(project, 'node_modules', name);
  await mkdir(position, { recursive: true });
  const file = run(folder, 'npm', '--silent', ...command, '--pack-destination', project);
  run(position, 'tar', '-xzf', join(project, file.trim()), '--strip-components=1');
}

/** npm would install the same. */
async function linkPackages(packages: string, project: string): Promise<void> {
  for (const name of await readdir(packages)) {
    const position = join(project, name);
    if (name.startsWith('@')) {
      await mkdir(position, { recursive: true });
      await linkPackages(join(packages, name), position);
    } else if (!name.startsWith('.')) await symlink(join(packages, name), position);
  }
}

describe('An external module in a separate package, with the service as a package', () => {
  let workplace: Workplace;
  let service: string;
  let running: Running;
  let api: string;
  let editor: string;

  const settings = {
    MODULES: MODULE,
    ACCESS: 'protected',
    PERFORMERS_MAX: '2',
    PERFORMER_URL: 'https://www.example.org/performer/{slug}',
  };

  beforeAll(async () => {
    workplace = await Workplace.create();
    const { folder } = workplace;
    const example = join(folder, 'performers');
    await linkPackages(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await install(ROOT, ['run', 'pack', '--'], 'event-calendar-service', folder);
    await cp(join(ROOT, 'examples/performers'), example, { recursive: true });
    run(example, process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc'));
    await install(example, ['pack'], MODULE, folder);
    service = join(folder, 'node_modules/event-calendar-service');
    running = await workplace.serve(settings, [await program('event-calendar-service')]);
    api = running.printed.Interface;
    editor = (await command('keys', 'create', '--name', 'editor', '--role', 'editor')).trim();
  }, BUILD_MILLISECONDS);
  afterAll(() => workplace.remove());

  async function program(name: string): Promise<string> {
    const { bin } = JSON.parse(await readFile(join(service, 'package.json'), 'utf8')) as {
      bin: Record<string, string>;
    };
    return join(service, bin[name]);
  }

  const command = async (...parameters: string[]): Promise<string> => {
    const cli = await program('event-calendar-cli');
    const outcome = await workplace.run(parameters, settings, cli);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    return outcome.stdout;
  };

  async function send(
    method: string,
    path: string,
    sent?: object,
    key = '',
  ): Promise<TestResponse> {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(key && { Authorization: `Bearer ${key}` }),
      },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    return { status: response.status, body: (await response.json()) as TestResponse['body'] };
  }

  const write = (method: string, path: string, sent?: object): Promise<TestResponse> =>
    send(method, path, sent, editor);
  const createPerformer = async (name: string): Promise<TestResponse['body']> =>
    (await write('POST', '/performers', { name })).body;
  const createEvent = (performers: unknown[]): Promise<TestResponse> =>
    write('POST', '/events', {
      title: 'Open-air concert',
      status: 'publish',
      start_date: '2031-05-01 20:00',
      end_date: '2031-05-01 22:00',
      performers,
    });

  it('has commands whose help shows the name they were called by', async () => {
    const link = join(workplace.folder, 'node_modules/.bin/event-calendar-cli');
    await mkdir(dirname(link), { recursive: true });
    await symlink(await program('event-calendar-cli'), link);
    const { stdout } = await workplace.run(['--help'], {}, link);
    expect(stdout).toMatch(/^Usage: event-calendar-cli \[options] \[command]\n/);
  });

  it('answers its resource, which requires its right', async () => {
    expect((await send('POST', '/performers', { name: 'Nobody' })).status).toBe(401);
    const { status, body } = await write('POST', '/performers', { name: 'Trio Lumière' });
    expect([status, body]).toEqual([
      201,
      {
        id: body.id,
        name: 'Trio Lumière',
        slug: 'trio-lumiere',
        instrument: '',
        url: 'https://www.example.org/performer/trio-lumiere',
        rest_url: `${api}/performers/${String(body.id)}`,
        language: 'en',
        languages: ['en'],
      },
    ]);
    const changed = { ...body, name: 'Trio Lumière de Nantes' };
    const path = `/performers/${String(body.id)}`;
    expect((await write('PATCH', path, { name: changed.name })).body).toEqual(changed);
    expect((await send('GET', '/performers?search=nantes')).body).toMatchObject({
      performers: [changed],
      total: 1,
    });
    expect((await write('DELETE', path)).body).toEqual(changed);
    expect((await send('GET', path)).body).toMatchObject({
      code: 'performer-not-found',
      title: 'No such performer',
    });
  });

  it('is linked to events, which can be filtered by it', async () => {
    const [ada, bela] = [await createPerformer('Ada'), await createPerformer('Béla')];
    const { status, body } = await createEvent([bela.id, ada.id]);
    expect([status, body.performers]).toEqual([201, [bela, ada]]);
    await createEvent([ada.id]);
    const found = await send(
      'GET',
      `/events?performer=${String(bela.id)}&start_date=2031-05-01&end_date=2031-05-02`,
    );
    expect(found.body).toMatchObject({ events: [{ id: body.id, performers: [bela, ada] }] });
    expect((await write('DELETE', `/performers/${String(ada.id)}`)).body).toMatchObject({
      status: 409,
      code: 'performer-announced',
    });
  });

  it('has texts in several languages, also in events', async () => {
    const { status, body } = await write('POST', '/performers', {
      name: 'Greta',
      instrument: 'Violin',
      translations: { fr: { instrument: 'Violon' } },
    });
    expect([status, body.instrument]).toEqual([201, 'Violin']);
    const inFrench = { ...body, instrument: 'Violon', lang: 'fr' };
    const path = `/performers/${String(body.id)}?lang=fr`;
    expect((await send('GET', path)).body).toEqual(inFrench);
    const event = await createEvent([body.id]);
    const shown = await send('GET', `/events/${String(event.body.id)}?lang=fr`);
    expect(shown.body.performers).toEqual([inFrench]);
    const long = { translations: { fr: { instrument: 'x'.repeat(101) } } };
    expect((await write('PATCH', path, long)).body).toMatchObject({
      errors: [{ pointer: '/translations/fr/instrument' }],
    });
  });

  it('reads its setting', async () => {
    const performers = await Promise.all(['Cem', 'Dora', 'Emil'].map(createPerformer));
    const { status, body } = await createEvent(performers.map(({ id }) => id));
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { data: { params: { performers: 'must be 2 at most' } } },
    });
  });

  it('is described in the documents of every language', async () => {
    for (const [language, text] of [
      ['', 'Name of the performer'],
      ['de/', 'Name des Künstlers'],
      ['fr/', 'Nom de l’artiste'],
    ]) {
      const document = await fetch(`${api.replace('/cal/', `/${language}cal/`)}/doc`);
      expect(await document.text()).toContain(text);
    }
  });

  it('has a command, and complete texts', async () => {
    await createPerformer('Zoë');
    expect((await command('performers')).split('\n')).toContain('Zoë');
    expect(await command('i18n', 'en', 'de', 'fr')).not.toMatch(/missing|unused|broken/);
  });

  it('receives the publications of events', async () => {
    const performer = await createPerformer('Fanny');
    const { body } = await createEvent([performer.id]);
    const { code, stdout } = await running.end('SIGTERM');
    expect(code).toBe(0);
    expect(stdout).toContain(`Event ${String(body.id)} is public now, with Fanny.`);
  });
});
