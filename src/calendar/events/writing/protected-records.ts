import { Injectable, type Type } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { may } from '../../../platform/auth';
import { Problem } from '../../../platform/errors';
import type { RequestContext } from '../../../platform/http/context';
import { type RecordKey, RecordKeys } from '../../../platform/http/routing';
import { Database, type Transaction } from '../../../platform/database';
import { assertFound } from '../../publication';
import {
  assertOpened,
  changedPassword,
  EventPasswords,
  type PasswordChange,
  type Passwords,
  type ProtectedKind,
} from '../protection';
import type { EventTemplate } from '../event-template.entity';
import { Event } from '../event.entity';

interface ProtectedRecordKind<T extends EventTemplate> {
  kind: ProtectedKind;
  table: string;
  entity: Type<T>;
}

export interface RecordTarget extends Pick<PasswordChange, 'opened'> {
  recordKey: RecordKey;
}

/** For a larger write, such as an import, which needs no password. */
export const targetOf = (id: number): RecordTarget => ({ recordKey: { id }, opened: null });

/** An update with its hashed password. */
export interface RecordUpdate<Dto> extends RecordTarget, PasswordChange {
  dto: Dto;
}

export const EVENT = { kind: 'event', table: 'events', entity: Event } as const;

/** Checks rights, passwords and preconditions of writes of events and series. */
@Injectable()
export class ProtectedRecords {
  constructor(
    private readonly database: Database,
    private readonly passwords: EventPasswords,
    private readonly recordKeys: RecordKeys,
  ) {}

  /**
   * Checks the passwords of a write before its transaction, because hashing takes too long for a transaction.
   * Without passwords, `forUpdate` does the check.
   */
  async open<T extends EventTemplate>(
    { kind, table, entity }: ProtectedRecordKind<T>,
    recordKey: RecordKey,
    passwords: Passwords,
    context: RequestContext,
  ): Promise<RecordTarget> {
    const unopened = { recordKey, opened: null };
    if (!passwords.some(Boolean)) return unopened;
    const columns = ['id', 'author', 'status', 'password_hash'];
    const record = await this.database
      .select<EventTemplate>(entity, 'record')
      .select(columns.map((column) => `record.${column}`))
      .where(...this.recordKeys.conditionOf(recordKey, table, 'record'))
      .getOne();
    if (!record || !may.edit(context.caller, record)) return unopened;
    await this.passwords.assertOpen(record, passwords, context, kind);
    return { recordKey, opened: record.password_hash };
  }

  /**
   * @param password of the query: it unlocks the record and does not change it, although the parameters of
   *   the query of a write are also in its body
   */
  async openUpdate<T extends EventTemplate, Dto extends { password?: string | null }>(
    of: ProtectedRecordKind<T>,
    recordKey: RecordKey,
    dto: Dto,
    password: string | undefined,
    context: RequestContext,
  ): Promise<RecordUpdate<Dto>> {
    const sent = dto.password === password ? undefined : dto.password;
    const target = await this.open(of, recordKey, [password, dto.password], context);
    return { ...target, dto, sent, password_hash: await changedPassword(target.opened, sent) };
  }

  /**
   * Reads and locks a record for a change.
   *
   * @throws Problem 404, 410 or 403 for a record that the caller may not change; 412 for a failed
   *   precondition
   */
  async forUpdate<T extends EventTemplate>(
    transaction: Transaction,
    of: ProtectedRecordKind<T>,
    { recordKey, opened }: RecordTarget,
    context: RequestContext,
    assertFit?: (record: T) => void,
  ): Promise<T> {
    const { kind } = of;
    const { caller } = context;
    const record = await transaction.lockForUpdate(this.found(transaction, of, recordKey)).getOne();
    assertFound(kind, recordKey, record);
    if (!may.edit(caller, record)) throw new Problem('rest-forbidden');
    assertOpened(record, opened, caller, kind);
    assertFit?.(record);
    context.conditions.assertUnchanged(record);
    return record;
  }

  /** A write with an unknown uid creates a record. */
  isUpdate<T extends EventTemplate>(
    transaction: Transaction,
    of: ProtectedRecordKind<T>,
    recordKey: RecordKey,
  ): boolean | Promise<boolean> {
    return !('uid' in recordKey) || this.found(transaction, of, recordKey).getExists();
  }

  private found<T extends EventTemplate>(
    { manager }: Transaction,
    { table, entity }: ProtectedRecordKind<T>,
    recordKey: RecordKey,
  ): SelectQueryBuilder<T> {
    return manager
      .createQueryBuilder(entity, 'record')
      .where(...this.recordKeys.conditionOf(recordKey, table, 'record'));
  }
}

/** Of a repeated parameter, the last value. */
export function lastText(sent: unknown): string | undefined {
  const last: unknown = [sent].flat().at(-1);
  return typeof last === 'string' ? last : undefined;
}
