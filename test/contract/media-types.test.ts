import { Controller, Get, Header, Injectable, Module, Put, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { EventListQuery } from '../../src/calendar/events/dto/event-list-query';
import { EventsModule } from '../../src/calendar/events/events.module';
import { EventsService } from '../../src/calendar/events/events.service';
import { Context, type RequestContext } from '../../src/platform/http/context';
import { startApp, type TestApp } from '../support/app';
import { DocumentedResponses } from '../support/documented-responses';
import type { Document } from '../support/openapi-document';

/** Events in another representation: one class and one route. */
@Injectable()
@ApiTags('events')
@Controller('event-titles.csv')
class EventTitlesController {
  constructor(private readonly events: EventsService) {}

  @Get()
  @Header('Content-Type', 'text/csv; charset=utf-8')
  @ApiOperation({ operationId: 'listEventTitles', summary: 'Titles of events' })
  @ApiOkResponse({
    description: 'A line for each event.',
    content: { 'text/csv': { schema: { type: 'string', pattern: '^id,title\\r\\n' } } },
  })
  async table(@Query() query: EventListQuery, @Context() context: RequestContext): Promise<string> {
    const { records } = await this.events.list(query, context);
    const lines = records.map(({ id, title }) => `${id},"${title.replaceAll('"', '""')}"`);
    return ['id,title', ...lines, ''].join('\r\n');
  }
}

/** An additional method on a path of another module. */
@Controller('tags')
class TagsCheckController {
  @Put()
  @ApiOperation({ operationId: 'replaceTags', summary: 'Replace all tags' })
  @ApiOkResponse({ description: 'Nothing was replaced.' })
  replace(): void {
    return undefined;
  }
}

@Module({ imports: [EventsModule], controllers: [EventTitlesController, TagsCheckController] })
class EventTitlesModule {}

describe('A route with another media type', () => {
  let app: TestApp;
  let document: Document;
  beforeAll(async () => {
    app = await startApp({}, { modules: [EventTitlesModule] });
    document = (await app.get<Document>('/doc')).body;
  });
  afterAll(() => app.close());

  it('returns the records of a list, with its filters and pages', async () => {
    await app.createEvent({ title: 'First', featured: true });
    await app.createEvent({ title: 'A "second" one', featured: true });
    await app.createEvent({ title: 'Third' });
    const { status, headers, body } = await app.get('/event-titles.csv', { featured: true });
    expect({ status, body }).toEqual({
      status: 200,
      body: 'id,title\r\n1,"First"\r\n2,"A ""second"" one"\r\n',
    });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const known = { headers: { 'If-None-Match': headers.get('etag') ?? '' } };
    const again = await app.request('GET', '/event-titles.csv', {
      query: { featured: true },
      ...known,
    });
    expect(again.status).toBe(304);
    expect((await app.get('/event-titles.csv', { page: 2 })).status).toBe(404);
  });

  it('is in the document with its own description', () => {
    const { get } = document.paths['/event-titles.csv'];
    expect(get).toMatchObject({
      tags: ['events'],
      operationId: 'listEventTitles',
      summary: 'Titles of events',
    });
    expect(get.responses[200]).toMatchObject({
      description: 'A line for each event.',
      content: { 'text/csv': { schema: { type: 'string' } } },
    });
    const names = get.parameters.map(({ name }) => name);
    expect(names).toContain('featured');
    expect(names).not.toContain('_fields');
    expect(Object.keys(get.responses)).toEqual(expect.arrayContaining(['304', '400', '401']));
  });

  it('is validated against the document like any other', async () => {
    const documented = new DocumentedResponses(document);
    const { status, headers, body } = await app.get('/event-titles.csv');
    const names = [...headers.keys()];
    const judge = (response: { contentType: string; body: unknown }): string[] =>
      documented.faults('GET', '/event-titles.csv', { status, headers: names, ...response }, false);
    expect(judge({ contentType: 'text/csv; charset=utf-8', body })).toEqual([]);
    expect(judge({ contentType: 'text/csv; charset=utf-8', body: 'else' })).toHaveLength(1);
    expect(judge({ contentType: 'application/json', body })).toEqual([
      'the content type is application/json',
    ]);
  });

  it('can have the path of another module with another method', () => {
    const { get, post, put } = document.paths['/tags'];
    expect([get, post, put].map(({ operationId }) => operationId)).toEqual([
      'listTags',
      'createTag',
      'replaceTags',
    ]);
  });

  it('does not change other routes', async () => {
    const plain = await startApp();
    const { body } = await plain.get<Document>('/doc');
    await plain.close();
    expect(document.paths['/events']).toEqual(body.paths['/events']);
  });
});
