import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import { Settings } from '../../../platform/config';
import { type ChangeType, type NumberedChange, publicWhen } from '../../../platform/changes';
import { Database } from '../../../platform/database';
import { ENTITIES, isKind, type Kind } from '../../changes';
import { EventsService } from '../../events/events.service';
import { isDeletion, kindOf, messageType, selects } from '../message-types';
import type { WebhookMessage } from '../webhook-message';
import type { Webhook } from '../webhook.entity';
import type { WebhookDelivery } from './webhook-delivery.entity';

/** A later first attempt is checked like a repeated one. */
const LATE_MILLISECONDS = 60_000;

export interface Message {
  type: string;
  payload: string;
}

interface Shown {
  id: number;
  status?: string;
  event_status?: string;
  /** Events only. */
  series?: number | null;
}

interface SelectedChange {
  kind: Kind;
  change: ChangeType;
  /** In the order of the scope. */
  number: number;
  row: NumberedChange;
}

interface RecordKey {
  kind: Kind;
  id: number;
}

/** Writes the messages (docs/reference/webhooks.md#messages). */
@Injectable()
export class WebhookMessages {
  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly events: EventsService,
    private readonly server: HttpAdapterHost,
  ) {}

  async of(
    changes: readonly NumberedChange[],
    { scope, types }: Pick<Webhook, 'scope' | 'types'>,
  ): Promise<Message[]> {
    const selected = changes.flatMap((row): SelectedChange[] => {
      const { kind } = row;
      const seen = scope === 'all' ? row : row.inPublic;
      const change = seen && changeOf(seen.before, seen.after);
      if (!change || !isKind(kind)) return [];
      if (!selects(types, messageType(kind, change))) return [];
      return [{ kind, change, number: seen.number, row }];
    });
    const keys = selected.map(({ kind, row }) => ({ kind, id: row.record_id }));
    const shown = await this.shownOf(keys, scope);
    return selected.map((each, index) => this.message(each, shown.get(keyOf(keys[index]))));
  }

  /**
   * Returns the repeated or late messages that are no longer true: of a deletion when the record is visible again,
   * and others when it no longer is. The log has a later change of the record, which gets a message of its own.
   */
  async outdated(
    deliveries: readonly WebhookDelivery[],
    scope: Webhook['scope'],
    now: Date,
  ): Promise<WebhookDelivery[]> {
    const checked = deliveries.flatMap((delivery) => {
      const { timestamp, data } = JSON.parse(delivery.payload) as WebhookMessage;
      const isLate = Date.parse(timestamp) < now.getTime() - LATE_MILLISECONDS;
      const kind = kindOf(delivery.type);
      const isChecked = isLate || delivery.attempts.length > 0;
      return kind && data.id !== undefined && isChecked ? [{ delivery, kind, id: data.id }] : [];
    });
    const shown = await this.shownOf(checked, scope);
    return checked
      .filter((each) => shown.has(keyOf(each)) === isDeletion(each.delivery.type))
      .map(({ delivery }) => delivery);
  }

  private message({ kind, change, number, row }: SelectedChange, shown?: Shown): Message {
    const { record_id: id, uid, version, changedAt } = row;
    const type = messageType(kind, change);
    const data = {
      id,
      ...(kind === 'events' && { uid: this.events.uidOf({ id, uid }) }),
      ...(kind === 'series' && { uid: this.events.uidOf({ id, uid }, 's') }),
      version,
      change: number,
      ...(change !== 'deleted' && shown && { ...shown, id }),
      ...(change !== 'deleted' && kind === 'events' && shown && { series: shown.series ?? 0 }),
      rest_url: `${this.root}/${kind}/${id}`,
    };
    return { type, payload: JSON.stringify({ type, timestamp: changedAt.toISOString(), data }) };
  }

  /** A record that is hidden since is missing, so that nothing of it is sent. */
  private async shownOf(
    records: readonly RecordKey[],
    scope: Webhook['scope'],
  ): Promise<Map<string, Shown>> {
    const shown = new Map<string, Shown>();
    for (const kind of new Set(records.map((each) => each.kind))) {
      const ids = records.filter((each) => each.kind === kind).map(({ id }) => id);
      const query = this.database.select<Shown>(ENTITIES[kind], 'record').select('record.id', 'id');
      for (const column of SHOWN[kind]) query.addSelect(`record.${column}`, column);
      const rows = await query
        .where(scope === 'public' ? publicWhen(ENTITIES[kind]) : {})
        .andWhere('record.id IN (:...ids)', { ids })
        .getRawMany<Shown>();
      for (const row of rows) shown.set(keyOf({ kind, id: row.id }), row);
    }
    return shown;
  }

  /** Without a language. */
  private get root(): string {
    const { publicUrl, host, apiNamespace } = this.settings;
    const name = host.includes(':') ? `[${host}]` : host;
    return `${publicUrl ?? `http://${name}:${this.port}`}/${apiNamespace}`;
  }

  /** The system chooses the port for `PORT=0`. */
  private get port(): number {
    const { port } = this.settings;
    const address = (this.server.httpAdapter.getHttpServer() as Server).address();
    return port === 0 && typeof address === 'object' && address !== null ? address.port : port;
  }
}

/** Terms have no status. */
const SHOWN: Record<Kind, readonly (keyof Shown)[]> = {
  events: ['status', 'event_status', 'series'],
  venues: ['status'],
  organizers: ['status'],
  categories: [],
  tags: [],
  series: ['status', 'event_status'],
};

function changeOf(before: boolean, after: boolean): ChangeType | undefined {
  if (after) return before ? 'updated' : 'created';
  return before ? 'deleted' : undefined;
}

const keyOf = ({ kind, id }: RecordKey): string => `${kind} ${id}`;
