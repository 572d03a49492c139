import { join } from 'node:path';
import {
  Body,
  Controller,
  Get,
  Injectable,
  Module,
  Param,
  Post,
  UploadedFile,
  UseInterceptors,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import { ApiProperty } from '@nestjs/swagger';
import { TypeOrmModule } from '@nestjs/typeorm';
import { str } from 'envalid';
import { Command, CommandRunner } from 'nest-commander';
import {
  Column,
  Entity,
  type MigrationInterface,
  PrimaryGeneratedColumn,
  type QueryRunner,
  VersionColumn,
} from 'typeorm';
import { EventsModule, EventsService } from '../../../src/calendar';
import {
  RespondsWith,
  columnsFor,
  CommandContext,
  type CommittedChange,
  Context,
  Create,
  createTable,
  Creations,
  Database,
  type ErrorTable,
  FailsWith,
  index,
  type Links,
  needs,
  OnCommitted,
  Permit,
  Problem,
  ReadsFiles,
  recordNotFound,
  RecordIdPipe,
  RecordWriter,
  type RequestContext,
  ServiceModule,
  SettingsOf,
  Slugs,
  TextField,
  unique,
  wholeNumber,
} from '../../../src/platform';

export const PERFORMER_ERRORS = {
  'performer-not-found': { status: 404, title: 'No such performer' },
  'performer-booked': {
    status: 409,
    title: 'The performer plays elsewhere',
    data: { until: { type: 'string', description: 'When the performer is free again.' } },
  },
} as const satisfies ErrorTable;

type PerformerErrors = typeof PERFORMER_ERRORS;

declare module '../../../src/platform' {
  interface ErrorCodes extends PerformerErrors {}
}

/** One setting is required, and one has a default. */
export class PerformerSettings extends SettingsOf({
  PERFORMER_FEE: wholeNumber(0, 100_000)({ default: 0 }),
  PERFORMER_AGENCY: str(),
}) {}

const PERFORMER_RIGHTS = { create: needs('author') };

@Entity('performers')
export class Performer {
  @PrimaryGeneratedColumn()
  id: number;

  @VersionColumn()
  version: number;

  @Column('varchar', { length: 500 })
  name: string;

  @Column('varchar', { length: 200 })
  slug: string;
}

/** Older than some migrations of the service, and newer than others. */
export class CreatePerformers1770000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { id, integer, text } = columnsFor(runner);
    await createTable(
      runner,
      'performers',
      [id(), integer('version', 1), text('name', 500), text('slug', 200)],
      [unique('performers', 'slug'), index('performers', 'name')],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('performers');
  }
}

export class CreatePerformerDto {
  @TextField('performers.name', { required: true, max: 500 })
  name: string;
}

export class PerformerRecord {
  @ApiProperty({ type: 'integer', description: 'records.record.id' })
  id: number;

  @ApiProperty({ description: 'performers.record.name', example: 'Trio Lumière' })
  name: string;

  @ApiProperty({ type: 'integer', description: 'performers.record.fee', example: 12 })
  fee: number;

  @ApiProperty({ format: 'uri', description: 'records.record.url' })
  url: string;
}

@Injectable()
export class PerformersService {
  /** The ids of performers and events in received changes. */
  readonly received: string[] = [];

  constructor(
    private readonly database: Database,
    private readonly writer: RecordWriter,
    private readonly creations: Creations,
    private readonly slugs: Slugs,
    private readonly events: EventsService,
    private readonly settings: PerformerSettings,
  ) {}

  async read(id: number, { links }: RequestContext): Promise<PerformerRecord> {
    const stored = await this.database.select(Performer, 'record').where({ id }).getOne();
    if (!stored) throw recordNotFound('performer', { id });
    return this.present(stored, links);
  }

  async create({ name }: CreatePerformerDto, context: RequestContext): Promise<PerformerRecord> {
    const page = await this.events.list({ search: name, start_date: undefined }, context);
    if (page.total > 0) throw new Problem('performer-booked', { data: { until: 'tomorrow' } });
    const { id } = await this.creations.run(context, async (transaction) =>
      this.writer.insert(transaction, Performer, {
        name,
        slug: await this.slugs.assign(transaction, Performer, name),
      }),
    );
    return this.read(id, context);
  }

  @OnCommitted('*')
  hear(changes: readonly CommittedChange[]): void {
    this.received.push(...changes.map(({ kind, record_id }) => `${kind} ${record_id}`));
  }

  private present({ id, name, slug }: Performer, links: Links): PerformerRecord {
    const url = links.page('performers', { id, slug });
    return { id, name, fee: this.settings.PERFORMER_FEE, url };
  }
}

@RespondsWith(PerformerRecord)
@Controller('performers')
export class PerformersController {
  constructor(private readonly performers: PerformersService) {}

  @Create()
  @Permit(PERFORMER_RIGHTS.create)
  @FailsWith('performer-booked')
  create(
    @Body() dto: CreatePerformerDto,
    @Context() context: RequestContext,
  ): Promise<PerformerRecord> {
    return this.performers.create(dto, context);
  }

  @Post('portraits')
  @Permit(PERFORMER_RIGHTS.create)
  @ReadsFiles()
  @UseInterceptors(FileInterceptor('portrait', { limits: { fileSize: 1000 } }))
  upload(@UploadedFile() file?: { originalname: string; buffer: Buffer }): object {
    return { name: file?.originalname, text: file?.buffer.toString() };
  }

  @Get(':id')
  read(
    @Param('id', RecordIdPipe) id: number,
    @Context() context: RequestContext,
  ): Promise<PerformerRecord> {
    return this.performers.read(id, context);
  }
}

@Command({ name: 'performers', description: 'Says how many performers there are' })
export class PerformersCommand extends CommandRunner {
  constructor(private readonly context: CommandContext) {
    super();
  }

  async run(): Promise<void> {
    const total = await this.context.run(PerformersModule, (service) =>
      service.get(Database).select(Performer, 'record').getCount(),
    );
    process.stdout.write(`${total} performers\n`);
  }
}

/** An external module that uses every extension point. */
@ServiceModule({
  errors: PERFORMER_ERRORS,
  settings: [PerformerSettings],
  pages: { performers: 'PERFORMER_URL' },
  migrations: [CreatePerformers1770000000001],
  i18n: join(__dirname, 'i18n'),
  commands: [PerformersCommand],
  exposedHeaders: ['X-Fee'],
})
@Module({
  imports: [TypeOrmModule.forFeature([Performer]), EventsModule],
  controllers: [PerformersController],
  providers: [PerformersService],
  exports: [PerformersService],
})
export class PerformersModule {}
