import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { Permit } from '../../src/platform/auth';
import { RespondsWith } from '../../src/platform/openapi';
import type { RecordPage } from '../../src/platform/http/pagination';
import { Context, type RequestContext } from '../../src/platform/http/context';
import { Create, type RecordKey, RecordInPath, Updates } from '../../src/platform/http/routing';
import { CreateSpeakerDto } from './dto/create-speaker.dto';
import { SpeakerListQuery } from './dto/speaker-list-query';
import { UpdateSpeakerDto } from './dto/update-speaker.dto';
import { SpeakerRecord } from './speaker-record';
import { SPEAKER_RIGHTS } from './speaker-rights';
import { SpeakersService } from './speakers.service';

const PATHS = ['by-slug/:slug', ':id'];

@RespondsWith(SpeakerRecord)
@Controller('speakers')
export class SpeakersController {
  constructor(private readonly speakers: SpeakersService) {}

  @Get()
  list(
    @Query() query: SpeakerListQuery,
    @Context() context: RequestContext,
  ): Promise<RecordPage<SpeakerRecord>> {
    return this.speakers.list(query, context);
  }

  @Create()
  @Permit(SPEAKER_RIGHTS.create)
  create(
    @Body() dto: CreateSpeakerDto,
    @Context() context: RequestContext,
  ): Promise<SpeakerRecord> {
    return this.speakers.create(dto, context);
  }

  @Get(PATHS)
  read(
    @RecordInPath() recordKey: RecordKey,
    @Context() context: RequestContext,
  ): Promise<SpeakerRecord> {
    return this.speakers.read(recordKey, context);
  }

  @Post(PATHS)
  @Updates()
  @Permit(SPEAKER_RIGHTS.edit)
  update(
    @RecordInPath() recordKey: RecordKey,
    @Body() dto: UpdateSpeakerDto,
    @Context() context: RequestContext,
  ): Promise<SpeakerRecord> {
    return this.speakers.update(recordKey, dto, context);
  }

  @Delete(PATHS)
  @Permit(SPEAKER_RIGHTS.edit)
  remove(
    @RecordInPath() recordKey: RecordKey,
    @Context() context: RequestContext,
  ): Promise<SpeakerRecord> {
    return this.speakers.remove(recordKey, context);
  }

  @Put(PATHS)
  @Updates()
  @Permit(SPEAKER_RIGHTS.edit)
  put(
    @RecordInPath() recordKey: RecordKey,
    @Body() dto: UpdateSpeakerDto,
    @Context() context: RequestContext,
  ): Promise<SpeakerRecord> {
    return this.update(recordKey, dto, context);
  }

  @Patch(PATHS)
  @Updates()
  @Permit(SPEAKER_RIGHTS.edit)
  patch(
    @RecordInPath() recordKey: RecordKey,
    @Body() dto: UpdateSpeakerDto,
    @Context() context: RequestContext,
  ): Promise<SpeakerRecord> {
    return this.update(recordKey, dto, context);
  }
}
