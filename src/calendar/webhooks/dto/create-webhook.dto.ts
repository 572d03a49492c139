import { ChoiceField, TextField, UrlField } from '../../../platform/input';
import { type ChangeScope, SCOPES } from '../../../platform/storage/changes';
import { TypesField } from './types-field';

export class CreateWebhookDto {
  @UrlField('webhooks.url', { required: true, https: true, addition: true })
  url: string;

  @TypesField('webhooks.types')
  types?: string[];

  @ChoiceField('webhooks.scope', SCOPES, { addition: true })
  scope?: ChangeScope | null;

  @TextField('webhooks.description', { max: 500, addition: true })
  description?: string;
}
