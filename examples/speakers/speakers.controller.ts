import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { Permit } from '../../src/platform/auth';
import { Answers } from '../../src/platform/openapi';
import type { RecordPage } from '../../src/platform/http/pagination';
import { Context, type RequestContext } from '../../src/platform/http/context';
import { Create, type Locator, RecordInPath, Updates } from '../../src/platform/http/routing';
import { CreateSpeakerDto } from './dto/create-speaker.dto';
import { SpeakerListQuery } from './dto/speaker-list-query';
import { UpdateSpeakerDto } from './dto/update-speaker.dto';
import { SpeakerRecord } from './speaker-record';
import { SPEAKER_RIGHTS } from './speaker-rights';
import { SpeakersService } from './speakers.service';

const PATHS = ['by-slug/:slug', ':id'];

@Answers(SpeakerRecord)
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
    @RecordInPath() locator: Locator,
    @Context() context: RequestContext,
  ): Promise<SpeakerRecord> {
    return this.speakers.read(locator, context);
  }

  @Post(PATHS)
  @Updates()
  @Permit(SPEAKER_RIGHTS.edit)
  update(
    @RecordInPath() locator: Locator,
    @Body() dto: UpdateSpeakerDto,
    @Context() context: RequestContext,
  ): Promise<SpeakerRecord> {
    return this.speakers.update(locator, dto, context);
  }

  @Delete(PATHS)
  @Permit(SPEAKER_RIGHTS.edit)
  remove(
    @RecordInPath() locator: Locator,
    @Context() context: RequestContext,
  ): Promise<SpeakerRecord> {
    return this.speakers.remove(locator, context);
  }

  @Put(PATHS)
  @Updates()
  @Permit(SPEAKER_RIGHTS.edit)
  put(
    @RecordInPath() locator: Locator,
    @Body() dto: UpdateSpeakerDto,
    @Context() context: RequestContext,
  ): Promise<SpeakerRecord> {
    return this.update(locator, dto, context);
  }

  @Patch(PATHS)
  @Updates()
  @Permit(SPEAKER_RIGHTS.edit)
  patch(
    @RecordInPath() locator: Locator,
    @Body() dto: UpdateSpeakerDto,
    @Context() context: RequestContext,
  ): Promise<SpeakerRecord> {
    return this.update(locator, dto, context);
  }
}
