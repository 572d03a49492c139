import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from 'event-calendar-service/platform';
import { Announcements } from './announcements';
import { CreatePerformers1795000000000 } from './create-performers.migration';
import { PERFORMER_ERRORS } from './performer-errors';
import { PerformerSettings } from './performer-settings';
import { EventPerformer, Performer } from './performer.entity';
import { PerformersCommand } from './performers.command';
import { PerformersController } from './performers.controller';
import { EventPerformers } from './event-performers';
import { PerformersService } from './performers.service';

@ServiceModule({
  errors: PERFORMER_ERRORS,
  settings: [PerformerSettings],
  pages: { performers: 'PERFORMER_URL' },
  migrations: [CreatePerformers1795000000000],
  i18n: join(__dirname, '../i18n'),
  commands: [PerformersCommand],
})
@Module({
  imports: [TypeOrmModule.forFeature([Performer, EventPerformer])],
  controllers: [PerformersController],
  providers: [PerformersService, EventPerformers, Announcements],
  exports: [PerformersService],
})
export class PerformersModule {}
