import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DocumentsService, presentRoot } from '../platform/openapi';
import { Settings } from '../platform/config';
import { UTC } from '../platform/dates';
import { RouteTable } from '../platform/http/routing';
import { FeedSettings } from './feeds/feed-settings';

const FOLDER = 'wp-json';

const HOUR = 3_600_000;

/**
 * Serves `/wp-json/`, the index of the REST APIs of a WordPress site, if the namespace lies below it
 * (docs/reference/interface.md#urls-of-the-events-calendar).
 */
@Injectable()
export class SiteIndex {
  constructor(
    private readonly routes: RouteTable,
    private readonly settings: Settings,
    private readonly documents: DocumentsService,
  ) {}

  addRoutes(): void {
    if (this.settings.apiNamespace.startsWith(`${FOLDER}/`))
      this.routes.get(`/${FOLDER}`, async (request, response) => this.show(request, response));
  }

  private async show({ context, language }: Request, response: Response): Promise<void> {
    const { links, rules, now } = context;
    const { apiNamespace: namespace, timezone } = this.settings;
    const inner = namespace.slice(FOLDER.length + 1);
    const document = await this.documents.in(language);
    const home = links.root.slice(0, -namespace.length - 1);
    const ms = now.getTime();
    response.set('Cache-Control', 'no-cache').json({
      name: this.settings.of(FeedSettings).name,
      description: '',
      url: home,
      home,
      gmt_offset: rules.zone(timezone).offsetAt(ms) / HOUR,
      timezone_string: timezone === UTC.name ? '' : timezone,
      namespaces: [inner],
      authentication: [],
      routes: presentRoot(document, inner, links.root).routes,
    });
  }
}
