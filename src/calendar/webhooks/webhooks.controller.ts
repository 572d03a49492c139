import {
  applyDecorators,
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Res,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiCallbacks,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { needs, Permit } from '../../platform/access';
import { Answers, FailsWith } from '../../platform/documents/openapi';
import { WrittenRecordInterceptor } from '../../platform/http/conditional';
import { Context, type RequestContext } from '../../platform/http/request-context';
import { Create, RecordIdPipe } from '../../platform/http/routing';
import { DeliveryList } from './delivery-record';
import { CreateWebhookDto } from './dto/create-webhook.dto';
import { DeliveryListQuery } from './dto/delivery-list-query';
import { UpdateWebhookDto } from './dto/update-webhook.dto';
import { WebhookMessage } from './webhook-message';
import { WebhookList, WebhookRecord, WebhookWithSecret } from './webhook-record';
import { WebhooksConfiguredGuard } from './webhooks-configured.guard';
import { WebhooksService } from './webhooks.service';

const ADMINISTRATOR = needs('administrator');

/** Declares a route that is neither a list nor a record. */
const WebhookAction = (operationId: string, key: string): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      operationId,
      summary: `document.summaries.${key}`,
      description: `document.descriptions.${key}`,
    }),
    ApiParam({
      name: 'id',
      description: 'webhooks.path_id',
      schema: { type: 'integer', minimum: 1 },
    }),
    FailsWith('rest-forbidden'),
    FailsWith('webhooks-not-configured'),
    FailsWith('webhook-not-found'),
    FailsWith('rest-no-route'),
  );

/** Declares such a route that writes. */
const WebhookWrite = (operationId: string, key: string): MethodDecorator =>
  applyDecorators(WebhookAction(operationId, key), FailsWith('rest-origin-not-allowed'));

@ApiTags('webhooks')
@Answers(WebhookRecord)
@UseGuards(WebhooksConfiguredGuard)
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @Permit(ADMINISTRATOR)
  @FailsWith('webhooks-not-configured')
  @ApiOkResponse({ type: WebhookList, description: 'document.answers.webhooks' })
  async list(): Promise<WebhookList> {
    return { webhooks: await this.webhooks.list() };
  }

  @Create()
  @Permit(ADMINISTRATOR)
  @FailsWith('webhooks-not-configured')
  @ApiExtraModels(WebhookMessage)
  @ApiCallbacks({
    name: 'change',
    callbackUrl: '{$request.body#/url}',
    method: 'post',
    requestBody: { type: WebhookMessage },
    expectedResponse: { status: 204, description: 'document.answers.webhook_received' },
  })
  @ApiCreatedResponse({ type: WebhookWithSecret, description: 'document.answers.webhook_created' })
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
  @Permit(ADMINISTRATOR)
  @FailsWith('webhooks-not-configured')
  @FailsWith('rest-forbidden')
  read(
    @Param('id', RecordIdPipe) id: number,
    @Context() context: RequestContext,
  ): Promise<WebhookRecord> {
    return this.webhooks.read(id, context);
  }

  @Patch(':id')
  @UseInterceptors(WrittenRecordInterceptor)
  @Permit(ADMINISTRATOR)
  @FailsWith('webhooks-not-configured')
  update(
    @Param('id', RecordIdPipe) id: number,
    @Body() dto: UpdateWebhookDto,
    @Context() context: RequestContext,
  ): Promise<WebhookRecord> {
    return this.webhooks.update(id, dto, context);
  }

  @Delete(':id')
  @Permit(ADMINISTRATOR)
  @FailsWith('webhooks-not-configured')
  remove(
    @Param('id', RecordIdPipe) id: number,
    @Context() context: RequestContext,
  ): Promise<WebhookRecord> {
    return this.webhooks.remove(id, context);
  }

  @Post(':id/rotate')
  @HttpCode(200)
  @Permit(ADMINISTRATOR)
  @WebhookWrite('rotateWebhook', 'rotate_webhook')
  @ApiOkResponse({ type: WebhookWithSecret, description: 'document.answers.rotate_webhook' })
  rotate(
    @Param('id', RecordIdPipe) id: number,
    @Context() context: RequestContext,
  ): Promise<WebhookWithSecret> {
    return this.webhooks.rotate(id, context);
  }

  @Post(':id/test')
  @HttpCode(202)
  @Permit(ADMINISTRATOR)
  @WebhookWrite('testWebhook', 'test_webhook')
  @ApiAcceptedResponse({ description: 'document.answers.test_webhook' })
  test(@Param('id', RecordIdPipe) id: number): Promise<void> {
    return this.webhooks.test(id);
  }

  @Get(':id/deliveries')
  @Permit(ADMINISTRATOR)
  @WebhookAction('listWebhookDeliveries', 'webhook_deliveries')
  @ApiOkResponse({ type: DeliveryList, description: 'document.answers.webhook_deliveries' })
  deliveries(
    @Param('id', RecordIdPipe) id: number,
    @Query() query: DeliveryListQuery,
  ): Promise<DeliveryList> {
    return this.webhooks.listDeliveries(id, query);
  }

  @Post(':id/deliveries/:message/retry')
  @HttpCode(202)
  @Permit(ADMINISTRATOR)
  @WebhookWrite('retryWebhookDelivery', 'retry_webhook')
  @ApiParam({
    name: 'message',
    description: 'webhooks.path_message',
    schema: { type: 'string', minLength: 1, pattern: '^[^/]+$' },
  })
  @FailsWith('delivery-not-found')
  @ApiAcceptedResponse({ description: 'document.answers.retry_webhook' })
  retry(@Param('id', RecordIdPipe) id: number, @Param('message') message: string): Promise<void> {
    return this.webhooks.retry(id, message);
  }
}
