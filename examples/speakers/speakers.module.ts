import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../src/platform/modules';
import { SPEAKER_ERRORS } from './speaker-errors';
import { Speaker } from './speaker.entity';
import { SpeakersController } from './speakers.controller';
import { SpeakersService } from './speakers.service';

@ServiceModule({
  errors: SPEAKER_ERRORS,
  migrations: [join(__dirname, '*.migration.{js,ts}')],
})
@Module({
  imports: [TypeOrmModule.forFeature([Speaker])],
  controllers: [SpeakersController],
  providers: [SpeakersService],
  exports: [SpeakersService],
})
export class SpeakersModule {}
