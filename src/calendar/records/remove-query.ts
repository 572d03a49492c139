import { BooleanParameter } from '../../platform/input';

/** How a record is deleted: moved to the trash, or for good. */
export class RemoveQuery {
  @BooleanParameter('records.force', { addition: true, default: false })
  force?: boolean;
}
