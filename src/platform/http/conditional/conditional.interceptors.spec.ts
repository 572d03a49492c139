import type { AddressInfo } from 'node:net';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Response } from 'express';
import { ConditionalReadInterceptor } from './conditional.interceptors';
import { Conditions, type WithConditions } from './conditions';
import { entityTag } from './validators';

const TEXT = 'BEGIN:VCALENDAR';

@Controller()
class ReadController {
  @Get('text')
  text(): string {
    return TEXT;
  }

  @Get('list')
  list(): string[] {
    return [TEXT];
  }

  @Get('nothing')
  nothing(): undefined {
    return undefined;
  }
}

@Module({ controllers: [ReadController] })
class ReadModule {}

describe('A read whose response is not a record', () => {
  let app: NestExpressApplication;
  let url: string;
  beforeAll(async () => {
    app = await NestFactory.create<NestExpressApplication>(ReadModule, { logger: false });
    app.disable('etag');
    app.use((request: WithConditions, _response: Response, next: NextFunction) => {
      Object.assign(request, { context: { conditions: new Conditions(request) } });
      next();
    });
    app.useGlobalInterceptors(new ConditionalReadInterceptor());
    await app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  });
  afterAll(() => app.close());

  it.each([
    ['text', TEXT, 'text/html; charset=utf-8'],
    ['list', JSON.stringify([TEXT]), 'application/json; charset=utf-8'],
  ])('has a strong tag of its bytes: %s', async (path, bytes, type) => {
    const response = await fetch(`${url}/${path}`);
    expect(await response.text()).toBe(bytes);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('etag')).toBe(entityTag(bytes));
    const headers = { 'If-None-Match': entityTag(bytes) };
    expect((await fetch(`${url}/${path}`, { headers })).status).toBe(304);
  });

  it('has no tag without a body', async () => {
    const { status, headers } = await fetch(`${url}/nothing`);
    expect([status, headers.get('etag')]).toEqual([200, null]);
  });
});
