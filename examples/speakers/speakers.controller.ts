import { Body, Controller, Delete, Get, Param, Query } from '@nestjs/common';
import { Permit } from '../../src/platform/access';
import { Answers } from '../../src/platform/documents/openapi';
import type { RecordPage } from '../../src/platform/http/listing';
import { Context, type RequestContext } from '../../src/platform/http/request-context';
import { Create, RecordIdPipe, SlugPipe, Update } from '../../src/platform/http/routing';
import { CreateSpeakerDto } from './dto/create-speaker.dto';
import { SpeakerListQuery } from './dto/speaker-list-query';
import { UpdateSpeakerDto } from './dto/update-speaker.dto';
import { SpeakerRecord } from './speaker-record';
import { SPEAKER_RIGHTS } from './speaker-rights';
import { SpeakersService } from './speakers.service';

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

  @Get('by-slug/:slug')
  readBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Context() context: RequestContext,
  ): Promise<SpeakerRecord> {
    return this.speakers.read({ slug }, context);
  }

  @Update('by-slug/:slug')
  @Permit(SPEAKER_RIGHTS.edit)
  updateBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Body() dto: UpdateSpeakerDto,
    @Context() context: RequestContext,
  ): Promise<SpeakerRecord> {
    return this.speakers.update({ slug }, dto, context);
  }

  @Delete('by-slug/:slug')
  @Permit(SPEAKER_RIGHTS.edit)
  removeBySlug(
    @Param('slug', SlugPipe) slug: string,
    @Context() context: RequestContext,
  ): Promise<SpeakerRecord> {
    return this.speakers.remove({ slug }, context);
  }

  @Get(':id')
  read(
    @Param('id', RecordIdPipe) id: number,
    @Context() context: RequestContext,
  ): Promise<SpeakerRecord> {
    return this.speakers.read({ id }, context);
  }

  @Update(':id')
  @Permit(SPEAKER_RIGHTS.edit)
  update(
    @Param('id', RecordIdPipe) id: number,
    @Body() dto: UpdateSpeakerDto,
    @Context() context: RequestContext,
  ): Promise<SpeakerRecord> {
    return this.speakers.update({ id }, dto, context);
  }

  @Delete(':id')
  @Permit(SPEAKER_RIGHTS.edit)
  remove(
    @Param('id', RecordIdPipe) id: number,
    @Context() context: RequestContext,
  ): Promise<SpeakerRecord> {
    return this.speakers.remove({ id }, context);
  }
}
