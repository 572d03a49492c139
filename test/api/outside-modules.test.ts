import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Body, Controller, Get, Module, Post, Query } from '@nestjs/common';
import {
  ApiExcludeController,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import { createApp, readSettings, SettingsError } from '../../src';
import { Calendar } from '../../src/cli/calendar';
import {
  RespondsWith,
  Deprecated,
  IntegerParameter,
  needs,
  Permit,
  TextField,
} from '../../src/platform';
import { type FieldError, Problem } from '../../src/platform/errors';
import { ServiceModule, type ServiceModuleOptions } from '../../src/platform/modules';
import { CommandContext } from '../../src/platform/http/context';
import { migrations } from '../../src/platform/database';
import { DataSource } from 'typeorm';
import { type CreatedRecord, startApp, type TestApp } from '../support/app';
import type { Document } from '../support/openapi-document';
import {
  PerformersCommand,
  PerformersModule,
  PerformersService,
} from '../support/performers/performers.module';
import type { ErrorBody } from '../support/resource-tests';
import { textOf } from '../support/texts';

const MODULES = { modules: [PerformersModule] };
const SETTINGS = {
  PERFORMER_AGENCY: 'Ours',
  PERFORMER_FEE: '12',
  PERFORMER_URL: 'https://www.example/performer/{slug}',
};

class NamedDto {
  @TextField('tags.name', { max: 100 })
  name?: string;
}

class RoomRecord {
  @ApiProperty({ deprecated: true })
  seats: number;
}

class StageRecord {
  @ApiProperty()
  width: number;
}

/** A route that controllers inherit. */
abstract class NamedController {
  @Post()
  @Permit(needs('author'))
  create(@Body() { name }: NamedDto): object {
    return { name };
  }
}

@ApiExcludeController()
@RespondsWith(RoomRecord)
@Controller('rooms')
class RoomsController extends NamedController {}

@ApiExcludeController()
@RespondsWith(StageRecord)
@Controller('stages')
class StagesController extends NamedController {}

@ServiceModule({})
@Module({ controllers: [RoomsController, StagesController] })
class LocationsModule {}

class SeatQuery {
  @IntegerParameter('tags.name', { sunset: '2028-05-01' })
  row?: number;
}

/** Declares a deprecated route, and a deprecated parameter. */
@ApiTags('seats')
@Controller('seats/count')
class SeatsController {
  @Deprecated({ since: '2027-05-01', sunset: '2028-05-01' })
  @Get()
  @ApiOkResponse({ description: 'events.record.title', type: RoomRecord })
  @ApiOperation({ operationId: 'countSeats', summary: 'document.summaries.list' })
  count(@Query() { row = 0 }: SeatQuery): RoomRecord {
    return { seats: row };
  }
}

@ServiceModule({})
@Module({ controllers: [SeatsController] })
class SeatsModule {}

describe('An external module', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp(SETTINGS, MODULES);
  });
  afterAll(() => app.close());

  const create = (name: string) => app.post<CreatedRecord & ErrorBody>('/performers', { name });

  it('has routes, tables, settings and public pages', async () => {
    const { status, body } = await create('Trio Lumière');
    expect([status, body]).toEqual([
      201,
      {
        id: body.id,
        name: 'Trio Lumière',
        fee: 12,
        url: 'https://www.example/performer/trio-lumiere',
      },
    ]);
    expect((await app.get(`/performers/${body.id}`)).body).toEqual(body);
  });

  it('accepts files with FileInterceptor of Nest', async () => {
    const upload = (address: string, text: string): Promise<Response> => {
      const body = new FormData();
      body.append('portrait', new Blob([text]), 'ada.txt');
      return fetch(`${app.url}${address}`, { method: 'POST', body });
    };
    const response = await upload('/performers/portraits', 'Ada');
    expect([response.status, await response.json()]).toEqual([
      201,
      { name: 'ada.txt', text: 'Ada' },
    ]);
    expect((await upload('/performers/portraits', 'x'.repeat(1001))).status).toBe(413);
    expect((await upload('/performers', 'Ada')).status).toBe(415);
  });

  it('returns its own errors', async () => {
    expect(await app.get('/performers/999')).toMatchObject({
      status: 404,
      body: {
        type: 'urn:event-calendar:problem:performer-not-found',
        title: 'No such performer',
        code: 'performer-not-found',
      },
    });
    await app.createEvent({ title: 'Quartet' });
    expect((await create('Quartet')).body).toMatchObject({
      status: 409,
      code: 'performer-booked',
      data: { status: 409, until: 'tomorrow' },
    });
  });

  it('has error codes known to the compiler', () => {
    expect(new Problem('performer-booked').getStatus()).toBe(409);
    // @ts-expect-error: a misspelled code.
    expect(() => new Problem('performer-boked')).toThrow(/^No module has the error code/);
  });

  it('receives its own changes and those of the calendar', async () => {
    const { received } = app.nest.get(PerformersService, { strict: false });
    received.length = 0;
    const event = await app.createEvent();
    const { body } = await create('Octet');
    expect(received).toEqual([`events ${event.id}`, `performers ${body.id}`]);
  });

  it('is in the OpenAPI documents, with its error codes and texts', async () => {
    const read = async (language: string): Promise<Document> =>
      (await app.request('GET', `${app.origin}/${language}/cal/events/v1/doc`))
        .body as unknown as Document;
    const [english, german, french] = await Promise.all(['en', 'de', 'fr'].map(read));
    const { schemas } = english.components as unknown as {
      schemas: Record<string, { enum?: string[]; properties: Record<string, object> }>;
    };
    expect(schemas.ProblemCode.enum).toEqual(
      expect.arrayContaining(['tag-not-found', 'performer-not-found', 'performer-booked']),
    );
    expect(schemas.ProblemData.properties).toHaveProperty('until');
    expect(Object.keys(english.paths['/performers'].post.responses)).toContain('409');
    expect(JSON.stringify(english)).not.toContain('x-fails-with');
    const named = ({ components }: Document): unknown =>
      components.schemas.CreatePerformer.properties.name.description;
    expect([english, german, french].map(named)).toEqual([
      'Name of the performer: at most 500 characters.',
      'Name des Künstlers: höchstens 500 Zeichen.',
      // The module has no German text.
      'Name of the performer: at most 500 characters.',
    ]);
  });

  it('names its records and errors in the language of /docs', async () => {
    const read = async (language: string): Promise<string> => {
      const { body } = await app.request<string>('GET', `${app.origin}/${language}/docs`);
      return body;
    };
    const [german, french] = [await read('de'), await read('fr')];
    for (const text of ['Künstler anlegen', 'Diesen Künstler gibt es nicht'])
      expect(german).toContain(text);
    for (const text of ['Cet artiste n’existe pas', 'The performer plays elsewhere'])
      expect(french).toContain(text);
  });

  it('declares the headers that pages of other origins may read', async () => {
    expect((await app.get('/tags')).headers.get('access-control-expose-headers')).toMatch(
      /^X-TEC-Total,.*,X-Fee$/,
    );
  });

  it('adds its migrations to those of the service', async () => {
    const { run, pending } = await migrations(app.nest.get(DataSource));
    expect(pending).toEqual([]);
    const times = run.map((name) => Number(name.slice(-13)));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(run).toContain('CreatePerformers1770000000001');
  });

  it('adds commands that use the service', async () => {
    const written: string[] = [];
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      written.push(String(text));
      return true;
    });
    const environment = { ...SETTINGS, DATABASE_URL: app.databaseUrl, LOG_LEVEL: 'silent' };
    const context: CommandContext = new Calendar([PerformersModule], environment);
    const run = () => new PerformersCommand(context).run();
    await run()
      .then(() => create('Nonet'))
      .then(run)
      .finally(() => write.mockRestore());
    const before = Number.parseInt(written[0]);
    expect(written).toEqual([`${before} performers\n`, `${before + 1} performers\n`]);
  });
});

describe('An external module with ACCESS=protected', () => {
  it('has its own rights', async () => {
    const app = await startApp({ ...SETTINGS, ACCESS: 'protected' }, MODULES);
    expect((await app.post('/performers', { name: 'Duo' })).status).toBe(401);
    await app.close();
  });
});

describe('Conflicting names of two modules', () => {
  const moduleWith = (options: ServiceModuleOptions) => {
    @ServiceModule(options)
    @Module({})
    class OtherModule {}
    return OtherModule;
  };
  const read = (options: ServiceModuleOptions) => () =>
    readSettings(SETTINGS, [PerformersModule, moduleWith(options)]);

  it.each<[ServiceModuleOptions, string]>([
    [{ errors: { 'tag-not-found': { status: 404, title: 'x' } } }, 'The error code tag-not-found'],
    [
      { errors: { 'rest-forbidden': { status: 403, title: 'x' } } },
      'The error code rest-forbidden',
    ],
    [{ pages: { performers: 'OTHER_URL' } }, 'The public pages of performers'],
    [{ pages: { others: 'PERFORMER_AGENCY' } }, 'The setting PERFORMER_AGENCY'],
  ])('are reported: %j', (options, what) => {
    expect(read(options)).toThrow(SettingsError);
    expect(read(options)).toThrow(`${what} is declared by two modules: rename one.`);
  });
});

describe('A start with a module', () => {
  it('fails if it declares a setting of the service', () => {
    @ServiceModule({ pages: { others: 'PORT' } })
    @Module({})
    class PortModule {}
    expect(() => readSettings({}, [PortModule])).toThrow(
      'The service already has a setting PORT: rename that of the module.',
    );
  });

  it('reports its invalid settings together with those of the service', () => {
    expect(() => readSettings({ PORT: 'x', PERFORMER_FEE: '-1' }, [PerformersModule])).toThrow(
      /^PORT must .*\nPERFORMER_FEE must .*\nPERFORMER_AGENCY must be set$/,
    );
  });

  it('fails with an explanation if its settings have not been read', async () => {
    await expect(createApp(readSettings({}), MODULES)).rejects.toThrow(
      'PerformerSettings has not been read: readSettings takes the same modules as createApp.',
    );
  });

  it.each([
    [
      'en/tags.json',
      '{ "x": "X." }',
      /i18n\/en\/tags\.json has the name of another file: rename it\.$/,
    ],
    ['en/own.json', '{', /i18n\/en\/own\.json cannot be read: line 1, column 2, /],
    ['de/own.json', '{ "x": "X." }', /must contain a folder en\.$/],
  ])('fails for translation files such as %s', async (file, text, sentence) => {
    const folder = mkdtempSync(join(tmpdir(), 'calendar-module-'));
    const i18n = join(folder, 'i18n');
    mkdirSync(join(i18n, file, '..'), { recursive: true });
    writeFileSync(join(i18n, file), text);
    @ServiceModule({ i18n })
    @Module({})
    class TextsModule {}
    const start = createApp(readSettings({ DATABASE_URL: `sqlite:${folder}/empty.sqlite` }), {
      modules: [TextsModule],
    });
    await expect(start).rejects.toThrow(sentence);
    rmSync(folder, { recursive: true });
  });
});

describe('Controllers that inherit a route', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({}, { modules: [LocationsModule] });
  });
  afterAll(() => app.close());

  it('accept the keys of their own records', async () => {
    const unknown = async (path: string): Promise<unknown> => {
      const body = { name: 'A', seats: 1, width: 2 };
      const headers = { Prefer: 'handling=strict' };
      return (await app.post<{ errors: FieldError[] }>(path, body, { headers })).body.errors.map(
        ({ pointer }) => pointer,
      );
    };
    expect([await unknown('/rooms'), await unknown('/stages')]).toEqual([['/width'], ['/seats']]);
  });
});

describe('A deprecated route', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({}, { modules: [SeatsModule] });
  });
  afterAll(() => app.close());

  it('says so in its responses, readable by pages of other origins', async () => {
    const { headers, body } = await app.get('/seats/count', { row: 7 });
    expect(body).toEqual({ seats: 7 });
    expect(headers.get('deprecation')).toBe('@1809129600');
    expect(headers.get('sunset')).toBe('Mon, 01 May 2028 00:00:00 GMT');
    expect(headers.get('access-control-expose-headers')).toContain('Deprecation,Sunset');
  });

  it('is marked in the document, like a deprecated parameter', async () => {
    const { paths } = (await app.get<Document>('/doc')).body;
    const marks = { deprecated: true, 'x-sunset': '2028-05-01' };
    const { get } = paths['/seats/count'];
    expect(get).toMatchObject({ operationId: 'countSeats', ...marks });
    expect(get.parameters.find(({ name }) => name === 'row')).toMatchObject(marks);
  });

  it('is struck on the reference page, with the day, like its parameters and keys', async () => {
    for (const language of ['en', 'de']) {
      const { body } = await app.request<string>('GET', `${app.origin}/${language}/docs`);
      const note = textOf(language, 'pages.sunset').replace('{day}', '2028-05-01');
      const [section] = body.split('id="countSeats"')[1].split('</section>', 1);
      expect(section).toContain('<code><s>/seats/count</s></code>');
      expect(section).toContain('<s>row</s>');
      expect(section.split(note)).toHaveLength(3);
      expect(body).toMatch(/href="#countSeats"> ?<s>/);
      const [key] = body.split('id="RoomRecord.seats"')[1].split('</div>', 1);
      expect(key).toContain('<s>seats</s>');
      expect(key).toContain(`<i>${textOf(language, 'pages.deprecated')}</i>`);
      expect(body.split(note)).toHaveLength(3);
    }
  });
});
