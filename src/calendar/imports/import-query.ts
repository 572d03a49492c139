import { BooleanParameter, TextParameter } from '../../platform/validation';

const SOURCE_MAX = 255;

export class ImportQuery {
  @TextParameter('imports.source', {
    required: true,
    max: SOURCE_MAX,
    addition: true,
    example: 'tickets.example.org',
  })
  source: string;

  @BooleanParameter('imports.dry_run', { addition: true, default: false })
  dry_run?: boolean;

  @BooleanParameter('imports.overwrite', { addition: true, default: false })
  overwrite?: boolean;
}
