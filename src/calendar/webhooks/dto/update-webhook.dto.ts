import { PartialType } from '@nestjs/swagger';
import { CreateWebhookDto } from './create-webhook.dto';

/** Fields that are not sent keep their values; null clears a clearable field. */
export class UpdateWebhookDto extends PartialType(CreateWebhookDto, {
  skipNullProperties: false,
}) {}
