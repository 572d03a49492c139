import { ChoiceParameter, IntegerParameter } from '../../../platform/validation';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../delivery/webhook-delivery.entity';

export class DeliveryListQuery {
  @ChoiceParameter('webhooks.list.status', DELIVERY_STATUSES, { addition: true })
  status?: DeliveryStatus;

  @IntegerParameter('webhooks.list.page', { min: 1, max: 10_000, default: 1, addition: true })
  page?: number;

  @IntegerParameter('webhooks.list.per_page', { min: 1, default: 50, addition: true })
  per_page?: number;
}
