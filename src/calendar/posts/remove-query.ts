import { BooleanParameter } from '../../platform/input';

/** The query of a deletion: to the trash, or permanent. */
export class RemoveQuery {
  @BooleanParameter('records.force', { addition: true, default: false })
  force?: boolean;
}
