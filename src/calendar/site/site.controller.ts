import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  Res,
  UseFilters,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow } from 'class-validator';
import type { Request, Response } from 'express';
import { WITHOUT_NAMESPACE } from '../../platform/http/routing';
import { readLast } from '../../platform/validation';
import { EventPages } from './event-pages';
import { RecordPages, type Redirection } from './record-pages';
import { SitePageFilter } from './site-page.filter';
import { PageQuery, SiteQuery } from './site-query';

/** The form of a protected record. An empty password is a wrong one. */
class PasswordForm {
  @Allow()
  @Transform(readLast)
  password?: unknown;
}

const passwordIn = ({ password }: PasswordForm): string =>
  typeof password === 'string' ? password : '';

/** The pages for people; `SiteMiddleware` maps their addresses to these paths. */
@ApiExcludeController()
@UseFilters(SitePageFilter)
@Controller(WITHOUT_NAMESPACE)
export class SiteController {
  constructor(
    private readonly events: EventPages,
    private readonly records: RecordPages,
  ) {}

  @Get()
  home(@Req() request: Request): Promise<string> {
    return this.events.home(request);
  }

  @Get(['events', 'events/*segments'])
  list(
    @Req() request: Request,
    @Param('segments') segments: string[] = [],
    @Query() query: SiteQuery,
    @Query('eventDisplay') display: unknown,
  ): Promise<string> {
    return this.events.show(request, segments.filter(Boolean), query, display);
  }

  @Get('event/:slug')
  async event(
    @Req() request: Request,
    @Param('slug') slug: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    return sent(await this.records.event(request, slug), response);
  }

  @Get('event/:slug/:day')
  async date(
    @Req() request: Request,
    @Param('slug') slug: string,
    @Param('day') day: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    return sent(await this.records.dateOf(request, slug, day), response);
  }

  @Post('event/:slug')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async open(
    @Req() request: Request,
    @Param('slug') slug: string,
    @Body() form: PasswordForm,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    return sent(await this.records.event(request, slug, passwordIn(form)), response);
  }

  @Get('series/:slug')
  series(
    @Req() request: Request,
    @Param('slug') slug: string,
    @Query() query: PageQuery,
  ): Promise<string> {
    return this.records.series(request, slug, query);
  }

  @Post('series/:slug')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  openSeries(
    @Req() request: Request,
    @Param('slug') slug: string,
    @Body() form: PasswordForm,
  ): Promise<string> {
    return this.records.series(request, slug, {}, passwordIn(form));
  }

  @Get('venue/:slug')
  venue(
    @Req() request: Request,
    @Param('slug') slug: string,
    @Query() query: PageQuery,
  ): Promise<string> {
    return this.records.venue(request, slug, query);
  }

  @Get('organizer/:slug')
  organizer(
    @Req() request: Request,
    @Param('slug') slug: string,
    @Query() query: PageQuery,
  ): Promise<string> {
    return this.records.organizer(request, slug, query);
  }
}

function sent(page: string | Redirection, response: Response): string | undefined {
  if (typeof page === 'string') return page;
  response.redirect(page.statusCode, page.url);
  return undefined;
}
