import { Injectable } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import { SERVICE, Settings } from '../../foundation/config';
import { RoutesMiddleware, RouteTable } from '../../http/routing';
import { DEFAULT_LANGUAGE, languages, Translations } from '../localisation';
import { Documents } from '../openapi';
import { ASSETS, sendAsset } from './assets';
import { docsPage, PAGE_DOCUMENT } from './docs-page';
import type { Html } from './html';
import { landingPage } from './landing-page';
import type { PageContext } from './page';
import { rootFrom } from './relative-address';
import { sendText } from './send-text';

/**
 * The pages for people: `/` is the start page, `/docs` shows the documentation of the interface.
 * They are not controllers, because their paths do not begin with the namespace.
 */
@Injectable()
export class Pages extends RoutesMiddleware {
  /** Languages with routes; folders that are added later get routes at the next start. */
  private readonly languages: readonly string[];

  constructor(
    routes: RouteTable,
    private readonly settings: Settings,
    private readonly translations: Translations,
    private readonly documents: Documents,
  ) {
    super(routes);
    this.languages = languages(settings.i18nFolder);
    this.get(
      '/',
      this.showing((context, root) => landingPage(context, root, SERVICE.example)),
    );
    this.get(
      '/docs',
      this.showing((context) => docsPage(context, this.labels(context.language))),
    );
    this.get(`/${PAGE_DOCUMENT}`, async ({ language }, response) => {
      sendText(response, 'json', await this.documents.forPeople(language));
    });
    for (const asset of ASSETS)
      this.get(`/${asset.path}`, (_request, response) => sendAsset(response, asset));
  }

  private showing(render: (context: PageContext, root: string) => Html): RequestHandler {
    return async (request, response) => {
      await this.translations.edition();
      const { text } = render(this.contextOf(request), request.context.links.root);
      sendText(response.set('Content-Language', request.language), 'html', text);
    };
  }

  private contextOf({ originalUrl, language, languageSegment }: Request): PageContext {
    return {
      up: rootFrom(originalUrl.split('?', 1)[0]),
      language,
      segment: languageSegment && `${languageSegment.slice(1)}/`,
      languages: this.languages,
      namespace: this.settings.apiNamespace,
      text: (key, other = language) => this.text(`pages.${key}`, other),
    };
  }

  /** Returns the labels of Swagger UI, by their English texts. */
  private labels(language: string): Record<string, string> {
    const labels = this.translations.keys('labels').flatMap((key) => {
      const [own, label] = [DEFAULT_LANGUAGE, language].map((l) => this.translations.text(key, l));
      return own !== undefined && label !== undefined ? [[own, label]] : [];
    });
    return Object.fromEntries(labels) as Record<string, string>;
  }

  /** Returns the text of a key, or the key itself. */
  private text(key: string, language: string): string {
    return this.translations.text(key, language) ?? key;
  }
}
