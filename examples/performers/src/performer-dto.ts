import { PartialType } from '@nestjs/swagger';
import { PageQuery, TextField, TextParameter } from 'event-calendar-service/platform';

/** The body of a creation. */
export class CreatePerformerDto {
  @TextField('performers.name', { required: true, max: 500 })
  name: string;

  @TextField('performers.slug', { max: 200 })
  slug?: string;
}

/** The body of an update; omitted fields are not changed. */
export class UpdatePerformerDto extends PartialType(CreatePerformerDto, {
  skipNullProperties: false,
}) {}

/** The parameters of the list, besides those of every list. */
export class PerformerListQuery extends PageQuery {
  @TextParameter('performers.list.search')
  search?: string;
}
