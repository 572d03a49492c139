import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn } from 'class-validator';
import {
  BooleanField,
  ChoiceField,
  declared,
  readList,
  TextField,
  UrlField,
} from '../../../platform/validation';
import { type ChangeScope, SCOPES } from '../../../platform/changes';
import { MESSAGE_TYPES } from '../message-types';
import { type CustomHeaders, CustomHeadersField } from './custom-headers';

/** Null, `""` and `[]` mean all types. */
function TypesField(description: string): PropertyDecorator {
  return applyDecorators(
    declared(
      description,
      { addition: true },
      {
        nullable: true,
        type: 'array',
        maxItems: MESSAGE_TYPES.length,
        items: { type: 'string', enum: [...MESSAGE_TYPES] },
      },
    ),
    Transform(({ value }: { value: unknown }) => {
      if (value === undefined) return undefined;
      return value === null ? [] : readList(value, MESSAGE_TYPES.length);
    }),
    IsArray(),
    ArrayMaxSize(MESSAGE_TYPES.length, {
      message: `must not hold more than ${MESSAGE_TYPES.length} entries`,
    }),
    IsIn(MESSAGE_TYPES, { each: true, message: `must be among ${MESSAGE_TYPES.join(', ')}` }),
  );
}

export class CreateWebhookDto {
  @UrlField('webhooks.url', { required: true, https: true, addition: true })
  url: string;

  @TypesField('webhooks.types')
  types?: string[];

  @ChoiceField('webhooks.scope', SCOPES, { addition: true })
  scope?: ChangeScope | null;

  @TextField('webhooks.description', { max: 500, addition: true })
  description?: string;

  @CustomHeadersField('webhooks.headers')
  headers?: CustomHeaders | null;

  @BooleanField('webhooks.enabled', { clearable: false, addition: true })
  enabled?: boolean;
}
