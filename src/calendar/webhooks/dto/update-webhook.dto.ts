import { PartialType } from '@nestjs/swagger';
import { CreateWebhookDto } from './create-webhook.dto';

/** The body of an update: fields that are not sent keep their values; null clears a clearable field. */
export class UpdateWebhookDto extends PartialType(CreateWebhookDto, {
  skipNullProperties: false,
}) {}
