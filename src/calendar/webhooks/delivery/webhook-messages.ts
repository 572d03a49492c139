import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';
import { Settings } from '../../../platform/foundation/config';
import {
  type ChangeType,
  type NumberedChange,
  publicWhen,
} from '../../../platform/storage/changes';
import { Database } from '../../../platform/storage/database';
import { ENTITIES, isKind, type Kind } from '../../changes';
import { EventsService } from '../../events/events.service';
import { messageType, selects } from '../message-types';
import type { Webhook } from '../webhook.entity';

/** A message before it is stored. */
export interface Message {
  type: string;
  /** The body, as JSON. */
  payload: string;
}

/** The columns of a record that messages show. */
interface Shown {
  id: number;
  status?: string;
  event_status?: string;
  /** Of an event: its series. */
  series?: number | null;
}

/** A change that becomes a message. */
interface SelectedChange {
  kind: Kind;
  change: ChangeType;
  row: NumberedChange;
}

/** Writes the bodies of messages (docs/reference/webhooks.md#messages). */
@Injectable()
export class WebhookMessages {
  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly events: EventsService,
    private readonly server: HttpAdapterHost,
  ) {}

  /** Returns the messages of the changes that a webhook selects, in their order. */
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
      return [{ kind, change, row }];
    });
    const shown = await this.shownOf(selected, scope);
    return selected.map((each) => this.message(each, scope, shown.get(keyOf(each))));
  }

  private message(
    { kind, change, row }: SelectedChange,
    scope: Webhook['scope'],
    shown?: Shown,
  ): Message {
    const { record_id: id, uid, version, changedAt } = row;
    const type = messageType(kind, change);
    const isBare = change === 'deleted' && scope === 'public';
    const data = {
      id,
      ...(kind === 'events' && { uid: this.events.uidOf({ id, uid }) }),
      ...(kind === 'series' && { uid: this.events.uidOf({ id, uid }, 's') }),
      ...(!isBare && { version }),
      ...(change !== 'deleted' && shown && { ...shown, id }),
      ...(change !== 'deleted' && kind === 'events' && shown && { series: shown.series ?? 0 }),
      rest_url: `${this.root}/${kind}/${id}`,
    };
    return { type, payload: JSON.stringify({ type, timestamp: changedAt.toISOString(), data }) };
  }

  /**
   * Returns the shown columns of the records that are in the view of the scope. A record that has
   * left it since is missing, so that nothing of it is sent.
   */
  private async shownOf(
    selected: readonly SelectedChange[],
    scope: Webhook['scope'],
  ): Promise<Map<string, Shown>> {
    const shown = new Map<string, Shown>();
    for (const kind of new Set(selected.map((each) => each.kind))) {
      const columns = SHOWN[kind];
      if (columns.length === 0) continue;
      const ids = selected.filter((each) => each.kind === kind).map(({ row }) => row.record_id);
      const records = this.database
        .select<Shown>(ENTITIES[kind], 'record')
        .select('record.id', 'id');
      for (const column of columns) records.addSelect(`record.${column}`, column);
      const rows = await records
        .where(scope === 'public' ? publicWhen(ENTITIES[kind]) : {})
        .andWhere('record.id IN (:...ids)', { ids })
        .getRawMany<Shown>();
      for (const row of rows) shown.set(keyOf({ kind, row: { record_id: row.id } }), row);
    }
    return shown;
  }

  /** The address of the interface, in which no language is named. */
  private get root(): string {
    const { publicUrl, host, apiNamespace } = this.settings;
    const name = host.includes(':') ? `[${host}]` : host;
    return `${publicUrl ?? `http://${name}:${this.port}`}/${apiNamespace}`;
  }

  /** The port of the settings, or for `PORT=0` the one that the system has chosen. */
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

const keyOf = ({ kind, row }: { kind: Kind; row: { record_id: number } }): string =>
  `${kind} ${row.record_id}`;
