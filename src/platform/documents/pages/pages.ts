import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { SERVICE, Settings } from '../../foundation/config';
import { Declarations } from '../../foundation/modules';
import { rootFrom } from '../../foundation/texts';
import { RoutesMiddleware, RouteTable } from '../../http/routing';
import { languages, Translations } from '../localisation';
import { Documents, type PageDocument } from '../openapi';
import { ASSETS, sendAsset } from './assets';
import { docsPage } from './docs-page';
import { compact, Html, html } from './html';
import { landingPage } from './landing-page';
import { lostPage } from './lost-page';
import type { PageContext } from './page';
import { renderReference } from './reference/reference-page';
import { sendText } from './send-text';

/** A placeholder for the address of the interface, which depends on the request. */
const ROOT = 'address-of-the-interface';

/**
 * The pages for people: `/` is the start page, `/docs` the reference of the interface. They are not
 * controllers, because their paths do not begin with the namespace.
 */
@Injectable()
export class Pages extends RoutesMiddleware {
  /** Languages with routes; folders that are added later get routes at the next start. */
  private readonly languages: readonly string[];
  /** A cache: the HTML of a document, which is another object when texts have changed. */
  private readonly references = new WeakMap<PageDocument, Promise<Html>>();

  constructor(
    private readonly routes: RouteTable,
    private readonly settings: Settings,
    private readonly translations: Translations,
    private readonly documents: Documents,
    private readonly declarations: Declarations,
  ) {
    super(routes);
    this.languages = languages(settings.i18nFolder);
    this.get(
      '/',
      this.showing((context, root) => landingPage(context, root, SERVICE.example)),
    );
    this.get(
      '/docs',
      this.showing((context, root) => this.docs(context, root)),
    );
    for (const asset of ASSETS)
      this.get(`/${asset.path}`, (_request, response) => sendAsset(response, asset));
  }

  override use(request: Request, response: Response, next: NextFunction): void {
    super.use(request, response, (error?: unknown) => {
      if (error === undefined && this.isLost(request))
        void this.showing(lostPage)(request, response.status(404).vary('Accept'), next);
      else next(error);
    });
  }

  /** True when a browser requests a page that does not exist; programs get problem documents. */
  private isLost(request: Request): boolean {
    const { method, path } = request;
    const namespace = `/${this.settings.apiNamespace}/`;
    return (
      ['GET', 'HEAD'].includes(method) &&
      !`${path}/`.startsWith(namespace) &&
      this.routes.allowed(path).length === 0 &&
      request.accepts(['json', 'html']) === 'html'
    );
  }

  private showing(
    render: (context: PageContext, root: string) => Html | Promise<Html>,
  ): RequestHandler {
    return async (request, response) => {
      await this.translations.edition();
      const { text } = await render(this.contextOf(request), request.context.links.root);
      await sendText(response.set('Content-Language', request.language), 'html', text);
    };
  }

  private async docs(context: PageContext, root: string): Promise<Html> {
    const source = await this.documents.forPeople(context.language);
    const isProtected = this.settings.access === 'protected';
    const known = this.references.get(source);
    const reference =
      known ??
      renderReference(source, {
        errors: this.declarations.errors,
        root: ROOT,
        isProtected,
        text: context.text,
        documentText: (key) => this.translations.text(`document.${key}`, context.language),
      }).then(compact);
    this.references.set(source, reference);
    const { text } = await reference;
    return docsPage(context, new Html(text.replaceAll(ROOT, html`${root}`.text)), isProtected);
  }

  private contextOf({ originalUrl, language, languageSegment }: Request): PageContext {
    return {
      up: rootFrom(originalUrl.split('?', 1)[0]),
      language,
      segment: languageSegment && `${languageSegment.slice(1)}/`,
      languages: this.languages,
      namespace: this.settings.apiNamespace,
      text: (key, other = language) => this.translations.text(`pages.${key}`, other) ?? key,
    };
  }
}
