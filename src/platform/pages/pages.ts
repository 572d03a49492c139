import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import { I18nService } from 'nestjs-i18n';
import { Settings } from '../config';
import { Declarations } from '../modules';
import { rootFrom } from '../texts';
import { entityTag } from '../http/conditional';
import { RouteTable } from '../http/routing';
import { DEFAULT_LANGUAGE, languages, textOf } from '../i18n';
import { DocumentsService, type PageDocument } from '../openapi';
import type { Html } from './html';
import { lostPage, type PageContext, startPage } from './page';
import { referencePage, renderReference } from './reference/reference-page';

/** The style sheet of all pages, and the scripts of the reference. */
const FILES = join(__dirname, 'browser');

/**
 * The pages for people: `/` is the start page, `/docs` the reference of the interface. They are not
 * controllers, because their paths do not begin with the namespace.
 */
@Injectable()
export class Pages {
  /** Languages with routes; folders that are added later get routes at the next start. */
  private readonly languages: readonly string[];
  /** A cache: the HTML of a document, which is another object when texts have changed. */
  private readonly references = new WeakMap<PageDocument, Promise<Html>>();

  constructor(
    private readonly routes: RouteTable,
    private readonly settings: Settings,
    private readonly i18n: I18nService,
    private readonly documents: DocumentsService,
    private readonly declarations: Declarations,
  ) {
    this.languages = languages(settings.i18nFolder);
  }

  addRoutes(): void {
    if (this.settings.site === 'off') this.routes.get('/', this.showing(startPage));
    this.routes.get(
      '/docs',
      this.showing((context) => this.docs(context)),
    );
    addFiles(this.routes, '/docs', FILES);
  }

  /** Sends a page to browsers that request one that does not exist; programs get problem documents. */
  readonly sendMissing: RequestHandler = (request, response, next) => {
    const { method, path } = request;
    const isMissing =
      ['GET', 'HEAD'].includes(method) &&
      (this.routes.allowed(path).length === 0 || !isDecodable(path)) &&
      request.accepts(['json', 'html']) === 'html';
    if (!isMissing) return next();
    const show = this.showing(lostPage);
    return show(request, response.status(404).vary('Accept'), next);
  };

  private showing(render: (context: PageContext) => Html | Promise<Html>): RequestHandler {
    return async (request, response) => {
      const { text } = await render(this.contextOf(request));
      sendText(response.set('Content-Language', request.language), 'html', text);
    };
  }

  private async docs(context: PageContext): Promise<Html> {
    const source = await this.documents.forPeople(context.language);
    const reference = this.references.get(source) ?? renderReference(source, context);
    this.references.set(source, reference);
    return referencePage(context, await reference);
  }

  private contextOf({ originalUrl, language, languageSegment, context }: Request): PageContext {
    return {
      up: rootFrom(originalUrl),
      language,
      segment: languageSegment && `${languageSegment.slice(1)}/`,
      languages: this.languages,
      namespace: this.settings.apiNamespace,
      root: context.links.root,
      errors: this.declarations.errors,
      isProtected: this.settings.access === 'protected',
      text: (key) => textOf(this.i18n, `pages.${key}`, language) ?? key,
      documentText: (key) => textOf(this.i18n, `document.${key}`, language),
      // Words of programs are English in every language.
      synonyms: (id) => {
        const key = `document.search.${id.replaceAll('-', '_')}`;
        const texts = [language, DEFAULT_LANGUAGE].map((each) => textOf(this.i18n, key, each));
        return [...new Set(texts)].join(', ');
      },
    };
  }
}

/** False for encoded bytes that are not UTF-8, which routes refuse with a problem document. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Serves the files of a folder, which are read again for each request. */
export function addFiles(routes: RouteTable, path: string, folder: string): void {
  for (const name of readdirSync(folder))
    routes.get(`${path}/${name}`, async (_request, response) =>
      // A stream would stay open for as long as its reader takes.
      sendText(response, extname(name), await readFile(join(folder, name), 'utf8')),
    );
}

/** Sends a text that browsers store, but revalidate before each use. */
export function sendText(response: Response, type: string, text: string): void {
  response
    .set({ 'Cache-Control': 'no-cache', ETag: entityTag(text) })
    .type(type)
    .send(text);
}
