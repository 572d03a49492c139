import { BooleanParameter, TextParameter } from '../../platform/validation';

/** The most characters of the name of a source. */
export const SOURCE_MAX = 255;

/** The parameters of an import (docs/importing.md#over-http). */
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
