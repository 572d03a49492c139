import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../platform/http/request-context';
import type { Transaction } from '../../platform/storage/database';
import type { LinkedRecordFields } from '../posts';
import type { LinkedKind, LinkedRecord, RowOf } from './linked-kind';
import type { Named } from './linked-references';
import type { LinkedResourceService } from './linked-resource.service';
import { LinkedToEvents } from './linked-to-events';
import { PresentedRows } from './presented-rows';

/** Links venues or organizers to events, and creates them with an event. */
@Injectable()
export abstract class LinkedResourceOfEvents<
  T extends LinkedRecord,
  Fields extends LinkedRecordFields & Named,
> extends LinkedToEvents<RowOf<T>> {
  protected abstract readonly kind: LinkedKind<T>;
  protected abstract readonly service: LinkedResourceService<T, Fields, { status: string }>;

  private readonly presented = new PresentedRows((row: RowOf<T>, context: RequestContext) =>
    this.service.present(row, context),
  );

  get key(): LinkedKind['kind'] {
    return this.kind.kind;
  }

  get parameter(): LinkedKind['kind'] {
    return this.kind.kind;
  }

  get noun(): LinkedKind['kind'] {
    return this.kind.kind;
  }

  get entity(): LinkedKind<T>['entity'] {
    return this.kind.entity;
  }

  override resolve(
    transaction: Transaction,
    sent: readonly (number | Fields)[],
    stored: readonly number[],
    context: RequestContext,
  ): Promise<number[]> {
    return this.service.resolve(transaction, sent, stored, context);
  }

  override resolveAll(
    transaction: Transaction,
    lists: readonly (readonly (number | Fields)[])[],
    context: RequestContext,
  ): Promise<(number[] | undefined)[]> {
    return this.service.resolveAll(transaction, lists, context);
  }

  present(row: RowOf<T>, context: RequestContext): { status: string } {
    return this.presented.of(row, context);
  }
}
