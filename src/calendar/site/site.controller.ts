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
import { ApiExcludeController, PickType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow } from 'class-validator';
import type { Request, Response } from 'express';
import { WITHOUT_NAMESPACE } from '../../platform/http/routing';
import { Problem } from '../../platform/errors';
import { readLast } from '../../platform/validation';
import { EventPages } from './event-pages';
import { type PageOrRedirect, RecordPages } from './record-pages';
import { SitePageFilter } from './site-page.filter';
import { SiteQuery } from './site-query';

/** The parameters of a list below the page of a record. */
class PageQuery extends PickType(SiteQuery, ['page']) {}

/** The form of a protected record. An empty password is a wrong one. */
class PasswordForm {
  @Allow()
  @Transform(readLast)
  password?: unknown;
}

const passwordIn = ({ password }: PasswordForm): string =>
  typeof password === 'string' ? password : '';

const HTML = 'text/html; charset=utf-8';

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
  @Header('Content-Type', HTML)
  home(@Req() request: Request): Promise<string> {
    return this.events.home(request);
  }

  @Get(['events', 'events/*segments'])
  @Header('Content-Type', HTML)
  list(
    @Req() request: Request,
    @Param('segments') segments: string[] = [],
    @Query() query: SiteQuery,
  ): Promise<string> {
    return this.events.show(request, segments.filter(Boolean), query);
  }

  @Get('event/:slug')
  @Header('Content-Type', HTML)
  async event(
    @Req() request: Request,
    @Param('slug') slug: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    return this.orForm(request, () => this.records.event(request, slug), response);
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
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  async open(
    @Req() request: Request,
    @Param('slug') slug: string,
    @Body() form: PasswordForm,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    const show = () => this.records.event(request, slug, passwordIn(form));
    return this.orForm(request, show, response, true);
  }

  @Get('series/:slug')
  @Header('Content-Type', HTML)
  series(
    @Req() request: Request,
    @Param('slug') slug: string,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    return this.orForm(request, () => this.records.seriesPage(request, slug, query), response);
  }

  @Post('series/:slug')
  @HttpCode(200)
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  openSeries(
    @Req() request: Request,
    @Param('slug') slug: string,
    @Body() form: PasswordForm,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    const show = () => this.records.seriesPage(request, slug, {}, passwordIn(form));
    return this.orForm(request, show, response, true);
  }

  @Get('venue/:slug')
  @Header('Content-Type', HTML)
  venue(
    @Req() request: Request,
    @Param('slug') slug: string,
    @Query() query: PageQuery,
  ): Promise<string> {
    return this.records.venue(request, slug, query);
  }

  @Get('organizer/:slug')
  @Header('Content-Type', HTML)
  organizer(
    @Req() request: Request,
    @Param('slug') slug: string,
    @Query() query: PageQuery,
  ): Promise<string> {
    return this.records.organizer(request, slug, query);
  }

  /** Shows a page, or the form for the password of its record. */
  private async orForm(
    request: Request,
    show: () => Promise<PageOrRedirect>,
    response: Response,
    isAttempt = false,
  ): Promise<string | undefined> {
    try {
      return sent(await show(), response);
    } catch (error) {
      const isProtected = error instanceof Problem && error.code.endsWith('-password-protected');
      if (!isProtected) throw error;
      if (isAttempt) response.status(403);
      return this.records.password(request, isAttempt);
    }
  }
}

function sent(page: PageOrRedirect, response: Response): string | undefined {
  if (typeof page === 'string') return page;
  response.removeHeader('Content-Type');
  response.redirect(page.status, page.to);
  return undefined;
}
