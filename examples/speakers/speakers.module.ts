import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../src/platform/modules';
import { CreateSpeakers0 } from './create-speakers.migration';
import { SPEAKER_ERRORS } from './speaker-errors';
import { Speaker } from './speaker.entity';
import { SpeakersController } from './speakers.controller';
import { SpeakersService } from './speakers.service';

@ServiceModule({
  errors: SPEAKER_ERRORS,
  migrations: [CreateSpeakers0],
})
@Module({
  imports: [TypeOrmModule.forFeature([Speaker])],
  controllers: [SpeakersController],
  providers: [SpeakersService],
  exports: [SpeakersService],
})
export class SpeakersModule {}
