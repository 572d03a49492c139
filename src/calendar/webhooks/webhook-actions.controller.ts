import { applyDecorators, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import { FailsWith } from '../../platform/openapi';
import { Context, type RequestContext } from '../../platform/http/context';
import { RecordIdPipe } from '../../platform/http/routing';
import { DeliveryList } from './delivery-record';
import { DeliveryListQuery } from './dto/delivery-list-query';
import { WebhookWithSecret } from './webhook-record';
import { WebhookRoute } from './webhooks-configured.guard';
import { WebhooksService } from './webhooks.service';

const WebhookAction = (operationId: string, key: string): MethodDecorator =>
  applyDecorators(
    WebhookRoute(),
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
    FailsWith('webhook-not-found'),
    FailsWith('rest-no-route'),
  );

const WebhookWrite = (operationId: string, key: string): MethodDecorator =>
  applyDecorators(
    WebhookAction(operationId, key),
    FailsWith('rest-origin-not-allowed'),
    FailsWith('rest-loop-detected'),
  );

@ApiTags('webhooks')
@Controller('webhooks')
export class WebhookActionsController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Post(':id/rotate')
  @HttpCode(200)
  @WebhookWrite('rotateWebhook', 'rotate_webhook')
  @ApiOkResponse({ type: WebhookWithSecret, description: 'document.responses.rotate_webhook' })
  rotate(
    @Param('id', RecordIdPipe) id: number,
    @Context() context: RequestContext,
  ): Promise<WebhookWithSecret> {
    return this.webhooks.rotate(id, context);
  }

  @Post(':id/test')
  @HttpCode(202)
  @WebhookWrite('testWebhook', 'test_webhook')
  @ApiAcceptedResponse({ description: 'document.responses.test_webhook' })
  test(@Param('id', RecordIdPipe) id: number): Promise<void> {
    return this.webhooks.test(id);
  }

  @Get(':id/deliveries')
  @WebhookAction('listWebhookDeliveries', 'webhook_deliveries')
  @ApiOkResponse({ type: DeliveryList, description: 'document.responses.webhook_deliveries' })
  deliveries(
    @Param('id', RecordIdPipe) id: number,
    @Query() query: DeliveryListQuery,
    @Context() context: RequestContext,
  ): Promise<DeliveryList> {
    return this.webhooks.listDeliveries(id, query, context);
  }

  @Post(':id/deliveries/:message/retry')
  @HttpCode(202)
  @WebhookWrite('retryWebhookDelivery', 'retry_webhook')
  @ApiParam({
    name: 'message',
    description: 'webhooks.path_message',
    schema: { type: 'string', minLength: 1, pattern: '^[^/]+$' },
  })
  @FailsWith('delivery-not-found')
  @ApiAcceptedResponse({ description: 'document.responses.retry_webhook' })
  retry(@Param('id', RecordIdPipe) id: number, @Param('message') message: string): Promise<void> {
    return this.webhooks.retry(id, message);
  }
}
