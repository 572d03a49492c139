import { type MiddlewareConsumer, Module, type NestModule, RequestMethod } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../platform/modules';
import { ObservabilityModule } from '../../platform/observability';
import { EventsModule } from '../events/events.module';
import { OrganizersModule } from '../organizers/organizers.module';
import { VenuesModule } from '../venues/venues.module';
import { CreateWebhooks1795693500000 } from './create-webhooks.migration';
import { WebhookDeliveries } from './delivery/webhook-deliveries';
import { WebhookDelivery } from './delivery/webhook-delivery.entity';
import { WebhookDispatcher } from './delivery/webhook-dispatcher';
import { WebhookMessages } from './delivery/webhook-messages';
import { WebhookQueue } from './delivery/webhook-queue.entity';
import { WebhookQueues } from './delivery/webhook-queues';
import { WebhookSender } from './delivery/webhook-sender';
import { WebhookActionsController } from './webhook-actions.controller';
import { WebhookLoopMiddleware } from './webhook-loop.middleware';
import { WebhookMetrics } from './webhook-metrics';
import { WebhookSecrets } from './webhook-secrets';
import { WebhookSettings } from './webhook-settings';
import { WebhookTargets } from './webhook-targets';
import { Webhook } from './webhook.entity';
import { WebhooksController } from './webhooks.controller';
import { WebhooksService } from './webhooks.service';
import { AddWebhookHeaders1795898452810 } from './add-webhook-headers.migration';

const WRITES = [RequestMethod.POST, RequestMethod.PUT, RequestMethod.PATCH, RequestMethod.DELETE];

@ServiceModule({
  settings: [WebhookSettings],
  migrations: [CreateWebhooks1795693500000, AddWebhookHeaders1795898452810],
})
@Module({
  imports: [
    TypeOrmModule.forFeature([Webhook, WebhookQueue, WebhookDelivery]),
    EventsModule,
    VenuesModule,
    OrganizersModule,
    ObservabilityModule,
  ],
  controllers: [WebhooksController, WebhookActionsController],
  providers: [
    WebhooksService,
    WebhookDeliveries,
    WebhookDispatcher,
    WebhookMessages,
    WebhookMetrics,
    WebhookQueues,
    WebhookSecrets,
    WebhookSender,
    WebhookTargets,
  ],
})
export class WebhooksModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply(WebhookLoopMiddleware)
      .forRoutes(...WRITES.map((method) => ({ path: '{*path}', method })));
  }
}
