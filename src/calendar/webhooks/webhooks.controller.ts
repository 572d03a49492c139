import { Body, Controller, Delete, Get, Param, Patch, Res, UseInterceptors } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { RespondsWith, FailsWith } from '../../platform/openapi';
import { WrittenRecordInterceptor } from '../../platform/http/conditional';
import { Context, type RequestContext } from '../../platform/http/context';
import { Create, RecordIdPipe } from '../../platform/http/routing';
import { CreateWebhookDto } from './dto/create-webhook.dto';
import { UpdateWebhookDto } from './dto/update-webhook.dto';
import { WebhookMessage } from './webhook-message';
import { WebhookList, WebhookRecord, WebhookWithSecret } from './webhook-record';
import { WebhookRoute } from './webhooks-configured.guard';
import { WebhooksService } from './webhooks.service';

const header = (name: string, key: string, example: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description: `document.headers.webhook_${key}`,
  schema: { type: 'string' },
  example,
});

const MESSAGE = {
  summary: 'document.summaries.webhook_message',
  security: [],
  parameters: [
    header('webhook-id', 'id', 'msg_5701bf5f-ea07-4026-812e-a754c3cc9cb1'),
    header('webhook-timestamp', 'timestamp', '1803891600'),
    header('webhook-signature', 'signature', 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='),
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: getSchemaPath(WebhookMessage) } } },
  },
  responses: {
    204: { description: 'document.responses.webhook_received' },
    '4XX': { description: 'document.responses.webhook_refused' },
  },
};

@RespondsWith(WebhookRecord)
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @WebhookRoute()
  @ApiOkResponse({ type: WebhookList, description: 'document.responses.webhooks' })
  async list(): Promise<WebhookList> {
    return { webhooks: await this.webhooks.list() };
  }

  @Create()
  @WebhookRoute()
  @ApiExtraModels(WebhookMessage)
  @ApiOperation({ callbacks: { change: { '{$request.body#/url}': { post: MESSAGE } } } })
  @ApiCreatedResponse({
    type: WebhookWithSecret,
    description: 'document.responses.webhook_created',
  })
  async create(
    @Body() dto: CreateWebhookDto,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookWithSecret> {
    const created = await this.webhooks.create(dto, context);
    response.location(context.links.record('webhooks', created.id));
    return created;
  }

  @Get(':id')
  @WebhookRoute()
  @FailsWith('rest-forbidden')
  read(
    @Param('id', RecordIdPipe) id: number,
    @Context() context: RequestContext,
  ): Promise<WebhookRecord> {
    return this.webhooks.read(id, context);
  }

  @Patch(':id')
  @UseInterceptors(WrittenRecordInterceptor)
  @WebhookRoute()
  update(
    @Param('id', RecordIdPipe) id: number,
    @Body() dto: UpdateWebhookDto,
    @Context() context: RequestContext,
  ): Promise<WebhookRecord> {
    return this.webhooks.update(id, dto, context);
  }

  @Delete(':id')
  @WebhookRoute()
  remove(
    @Param('id', RecordIdPipe) id: number,
    @Context() context: RequestContext,
  ): Promise<WebhookRecord> {
    return this.webhooks.remove(id, context);
  }
}
