import { Body, Controller, Delete, Injectable, Module, Param, Patch, Post } from '@nestjs/common';
import { ApiExcludeController, ApiProperty } from '@nestjs/swagger';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  Column,
  Entity,
  type EntityTarget,
  type MigrationInterface,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type QueryRunner,
  VersionColumn,
} from 'typeorm';
import {
  createEventLinks,
  EventLink,
  LinkedField,
  LinkKind,
  OrderedEventLink,
} from '../../src/calendar/links';
import { ServiceModule } from '../../src/platform/modules';
import { RecordIdPipe } from '../../src/platform/http/routing';
import { IdsParameter, TextField } from '../../src/platform/validation';
import { RecordWriter } from '../../src/platform/changes';
import {
  columnsFor,
  createTable,
  Database,
  LongText,
  type Row,
  type Transaction,
} from '../../src/platform/database';

/** Speakers are always visible, and ordered in an event. */
@Entity('speakers')
export class Speaker {
  @PrimaryGeneratedColumn()
  id: number;

  @VersionColumn({ type: 'int' })
  version: number;

  @Column('varchar', { length: 500 })
  name: string;

  @LongText()
  @Column('text')
  biography: string;
}

/** Sponsors have a status like venues; they are not ordered in an event, and are counted. */
@Entity('sponsors')
export class Sponsor {
  @PrimaryGeneratedColumn()
  id: number;

  @VersionColumn({ type: 'int' })
  version: number;

  @Column('varchar', { length: 500 })
  name: string;

  @Column('int')
  author: number;

  @Column('varchar', { length: 20 })
  status: string;
}

@Entity('event_speakers')
class EventSpeaker extends OrderedEventLink {
  @PrimaryColumn('int')
  speaker_id: number;
}

@Entity('event_sponsors')
class EventSponsor extends EventLink {
  @PrimaryColumn('int')
  sponsor_id: number;
}

export class CreateLinkedSpeakers1999999999000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, integer, reference, text, longText } = columnsFor(runner);
    const record = [id(), integer('version', 1), text('name', 500)];
    await createTable(runner, 'speakers', [...record, longText('biography')]);
    await createTable(runner, 'sponsors', [...record, integer('author'), text('status', 20)]);
    await createEventLinks(runner, {
      table: 'event_speakers',
      key: 'speaker_id',
      target: 'speakers',
      ordered: true,
    });
    await createEventLinks(runner, {
      table: 'event_sponsors',
      key: 'sponsor_id',
      target: 'sponsors',
      ordered: false,
    });
    await createTable(
      runner,
      'sponsor_counts',
      [{ ...reference('sponsor_id'), isPrimary: true }, integer('count')],
      [],
      [{ column: 'sponsor_id', table: 'sponsors', onDelete: 'CASCADE' }],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    const links = ['sponsor_counts', 'event_sponsors', 'event_speakers'];
    for (const table of [...links, 'sponsors', 'speakers']) await runner.dropTable(table);
  }
}

export class SpeakerRecord {
  @ApiProperty({ type: 'integer', description: 'speakers.record.id' })
  id: number;

  @ApiProperty({ type: 'string', description: 'speakers.record.name' })
  name: string;

  @ApiProperty({ type: 'string', description: 'speakers.record.biography' })
  biography: string;
}

export class SponsorRecord {
  @ApiProperty({ type: 'integer', description: 'speakers.record.id' })
  id: number;

  @ApiProperty({ type: 'string', description: 'speakers.record.name' })
  name: string;

  @ApiProperty({ type: 'integer', description: 'speakers.record.count' })
  count: number;
}

class SpeakersInBody {
  @LinkedField('speakers.of_event', { addition: true })
  speakers?: number[];
}

class SpeakersInQuery {
  @IdsParameter('speakers.filter', { addition: true })
  speaker?: number[];
}

export class SpeakersInRecord {
  @ApiProperty({ type: [SpeakerRecord], description: 'speakers.record.of_event' })
  speakers: SpeakerRecord[];
}

@Injectable()
class SpeakersOfEvents extends LinkKind<Row<Speaker>> {
  readonly key = 'speakers';
  readonly parameter = 'speaker';
  readonly noun = 'speaker';
  readonly entity = Speaker;
  readonly links = EventSpeaker;
  override readonly fields = {
    body: SpeakersInBody,
    query: SpeakersInQuery,
    record: SpeakersInRecord,
  };

  present({ id, name, biography }: Row<Speaker>): SpeakerRecord {
    return { id, name, biography };
  }
}

class SponsorsInBody {
  @LinkedField('speakers.sponsors')
  sponsors?: number[];
}

class SponsorsInQuery {
  @IdsParameter('speakers.sponsors_filter')
  sponsor?: number[];
}

export class SponsorsInRecord {
  @ApiProperty({ type: [SponsorRecord], description: 'speakers.record.sponsors' })
  sponsors: SponsorRecord[];
}

@Injectable()
class SponsorsOfEvents extends LinkKind<Row<Sponsor> & { count: number }> {
  readonly key = 'sponsors';
  readonly parameter = 'sponsor';
  readonly noun = 'sponsor';
  readonly entity = Sponsor;
  readonly links = EventSponsor;
  override readonly isShownOfProtected = true;
  override readonly counts = 'sponsor_counts';
  override readonly fields = {
    body: SponsorsInBody,
    query: SponsorsInQuery,
    record: SponsorsInRecord,
  };

  present({ id, name, count }: SponsorRecord): SponsorRecord {
    return { id, name, count };
  }
}

class SpeakerDto {
  @TextField('speakers.record.name', { max: 500 })
  name: string;

  @TextField('speakers.record.biography', { max: 100_000 })
  biography?: string;
}

class SponsorDto {
  @TextField('speakers.record.name', { max: 500 })
  name: string;

  @TextField('speakers.record.status', { max: 20 })
  status?: string;
}

/** Writes speakers and sponsors without validation. */
@ApiExcludeController()
@Controller()
class SpeakersController {
  constructor(
    private readonly database: Database,
    private readonly writer: RecordWriter,
    private readonly sponsors: SponsorsOfEvents,
  ) {}

  @Post('speakers')
  async createSpeaker(@Body() { name, biography = '' }: SpeakerDto): Promise<object> {
    const values = { name, biography };
    return { id: await this.database.transaction((tx) => this.writer.insert(tx, Speaker, values)) };
  }

  @Post('sponsors')
  async createSponsor(@Body() { name, status = 'publish' }: SponsorDto): Promise<object> {
    const values = { name, status, author: 0 };
    return { id: await this.database.transaction((tx) => this.writer.insert(tx, Sponsor, values)) };
  }

  @Patch('speakers/:id')
  async rename(
    @Param('id', RecordIdPipe) id: number,
    @Body() { name }: SpeakerDto,
  ): Promise<object> {
    await this.write(Speaker, id, (tx, stored) =>
      this.writer.update(tx, Speaker, stored, { name }),
    );
    return { id };
  }

  @Patch('sponsors/:id')
  async changeStatus(
    @Param('id', RecordIdPipe) id: number,
    @Body() { status }: SponsorDto,
  ): Promise<object> {
    await this.write(Sponsor, id, async (tx, stored) => {
      await this.writer.update(tx, Sponsor, stored, { status });
      await this.sponsors.touchLinked(tx, [id]);
    });
    return { id };
  }

  @Delete('speakers/:id')
  async remove(@Param('id', RecordIdPipe) id: number): Promise<object> {
    await this.write(Speaker, id, (tx, stored) => this.writer.delete(tx, Speaker, stored));
    return { id };
  }

  @Delete('sponsors/:id')
  async removeSponsor(@Param('id', RecordIdPipe) id: number): Promise<object> {
    await this.write(Sponsor, id, (tx, stored) => this.writer.delete(tx, Sponsor, stored));
    return { id };
  }

  private write<T extends Speaker | Sponsor>(
    entity: EntityTarget<T>,
    id: number,
    work: (transaction: Transaction, stored: T) => Promise<void>,
  ): Promise<void> {
    return this.database.transaction(async (transaction) => {
      const records = transaction.manager.createQueryBuilder(entity, 'record').where({ id });
      await work(transaction, await transaction.lockForUpdate(records).getOneOrFail());
    });
  }
}

/** An external module that links two kinds of records to events. */
@ServiceModule({ migrations: [CreateLinkedSpeakers1999999999000] })
@Module({
  imports: [TypeOrmModule.forFeature([Speaker, Sponsor, EventSpeaker, EventSponsor])],
  controllers: [SpeakersController],
  providers: [SpeakersOfEvents, SponsorsOfEvents],
})
export class LinkedSpeakersModule {}
