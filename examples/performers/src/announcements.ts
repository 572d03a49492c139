import { Injectable, Logger } from '@nestjs/common';
import { type CommittedChange, Database, OnCommitted } from 'event-calendar-service/platform';
import { EventPerformer, Performer } from './performer.entity';

/** Logs the performers of an event when it is published. */
@Injectable()
export class Announcements {
  private readonly logger = new Logger('Announcements');

  constructor(private readonly database: Database) {}

  @OnCommitted('events')
  async announce(changes: readonly CommittedChange[]): Promise<void> {
    for (const { record_id, public_before, public_after } of changes)
      if (public_after && !public_before) {
        const performers = await this.performersOf(record_id);
        const names = performers.map(({ name }) => name).join(', ');
        this.logger.log(`Event ${record_id} is public now, with ${names || 'nobody yet'}.`);
      }
  }

  private performersOf(event: number): Promise<Performer[]> {
    return this.database
      .select(Performer, 'record')
      .innerJoin(EventPerformer, 'link', 'link.performer_id = record.id')
      .where('link.event_id = :event', { event })
      .orderBy('link.position')
      .getMany();
  }
}
