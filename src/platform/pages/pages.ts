import { Injectable } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, RequestHandler } from 'express';
import { Settings } from '../config';
import { languages, Translations } from '../localisation';
import { RouteTable } from '../routing';
import { ASSETS, SWAGGER_UI } from './assets';
import { docsPage } from './docs-page';
import type { Html } from './html';
import { landingPage } from './landing-page';
import type { PageContext } from './page';
import { rootFrom } from './relative-address';
import { sendText } from './send-text';

/** The pages for people: `/` says what this is, `/docs` shows the documents of the interface. */
@Injectable()
export class Pages {
  /** Those whose addresses there are: a folder that is added later waits for the next start. */
  private readonly languages: readonly string[];

  constructor(
    private readonly routes: RouteTable,
    private readonly settings: Settings,
    private readonly translations: Translations,
  ) {
    this.languages = languages(settings.i18nFolder);
  }

  /**
   * Puts the pages beside the interface: their addresses do not begin with its namespace, as those
   * of controllers do.
   *
   * @param example path of a list of the interface, which the first page invites to read
   */
  serve(app: NestExpressApplication, { example }: { example: string }): void {
    this.add(
      app,
      '/',
      this.showing((context, root) => landingPage(context, root, example)),
    );
    this.add(
      app,
      '/docs',
      this.showing((context) => docsPage(context, SWAGGER_UI)),
    );
    for (const [path, send] of Object.entries(ASSETS))
      this.add(app, `/${path}`, (_request, response) => send(response));
  }

  private add(app: NestExpressApplication, path: string, handler: RequestHandler): void {
    app.getHttpAdapter().getInstance().get(path, handler);
    this.routes.add(path, 'GET');
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
      namespace: this.settings.namespace,
      text: (key, other = language) => this.text(`pages.${key}`, other),
    };
  }

  /** A key that has no text is shown as it is. */
  private text(key: string, language: string): string {
    return this.translations.text(key, language) ?? key;
  }
}
