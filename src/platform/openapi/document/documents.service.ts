import { type INestApplication, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { I18nService, type I18nTranslation } from 'nestjs-i18n';
import { Settings } from '../../config';
import { entityTag } from '../../http/conditional';
import { yieldToEventLoop } from '../../validation';
import { DEFAULT_LANGUAGE, textOf } from '../../i18n';
import { readExamples } from '../operations/examples';
import { type Guide, guides } from './about';
import { buildDocument } from './document';
import {
  englishText,
  isOfResponse,
  type Translate,
  translateDescriptions,
  translateWith,
} from './document-texts';

interface Translated {
  document: OpenAPIObject;
  /** JSON with a placeholder for the address of the server, which depends on the request. */
  json: string;
  etag: string;
}

/** For the documentation page: all texts are in its language. */
export interface PageDocument {
  document: OpenAPIObject;
  guides: Guide[];
}

const ADDRESS = 'address-of-the-server';

/** One document per language, created on first use. */
@Injectable()
export class DocumentsService {
  private build: (translate?: Translate) => Promise<OpenAPIObject> = () => {
    throw new Error('DocumentsService.describe(app) must be called before the first request.');
  };
  private source?: Promise<OpenAPIObject>;
  private texts?: I18nTranslation;
  private readonly translated = new Map<string, Promise<Translated>>();
  private readonly pageDocuments = new Map<string, Promise<PageDocument>>();

  constructor(
    private readonly i18n: I18nService,
    private readonly settings: Settings,
  ) {}

  /** Nest cannot inject the application whose routes are documented. */
  describe(app: INestApplication): void {
    this.build = (translate) => buildDocument(app, this.settings, readExamples(), translate);
  }

  /** With keys as descriptions; the documents of all languages are made from it. */
  keyed(): Promise<OpenAPIObject> {
    return (this.source ??= this.build());
  }

  /**
   * Returns the document of a language, without a server. Languages differ in the descriptions of parameters and body
   * fields (docs/reference/interface.md#languages); responses are described in English.
   */
  async in(language: string): Promise<OpenAPIObject> {
    const { document } = await this.translate(language);
    return document;
  }

  /**
   * @param root address of the interface in that language; the paths are relative to it
   * @returns JSON, and its strong entity tag (RFC 9110 §8.8.3)
   */
  async read(language: string, root: string): Promise<{ text: string; etag: string }> {
    const { json, etag } = await this.translate(language);
    const address = JSON.stringify(root);
    return {
      text: json.replace(JSON.stringify(ADDRESS), () => address),
      etag: entityTag(etag, address),
    };
  }

  /** For the documentation page; the same object until texts change. */
  forPeople(language: string): Promise<PageDocument> {
    this.forgetOutdated();
    return remember(this.pageDocuments, language, () => this.pageDocument(language));
  }

  /** When the texts have changed. */
  private forgetOutdated(): void {
    const texts = this.i18n.getTranslations();
    if (texts === this.texts) return;
    this.texts = texts;
    this.translated.clear();
    this.pageDocuments.clear();
  }

  private translate(language: string): Promise<Translated> {
    this.forgetOutdated();
    return remember(this.translated, language, async () => {
      const keyed = await this.keyed();
      await yieldToEventLoop();
      const document = translateDescriptions(keyed, (key) =>
        textOf(this.i18n, key, isOfResponse(key) ? DEFAULT_LANGUAGE : language),
      );
      await yieldToEventLoop();
      const json = JSON.stringify({ ...document, servers: [{ url: ADDRESS }] });
      return { document, json, etag: entityTag(json) };
    });
  }

  private async pageDocument(language: string): Promise<PageDocument> {
    const text = (key: string): string | undefined => textOf(this.i18n, key, language);
    // The folder of translations may be older than the service, and lack texts even in English.
    const translate = translateWith((key) => text(key) ?? englishText(key));
    const built = await this.build(translate);
    await yieldToEventLoop();
    return {
      document: translateDescriptions(built, text),
      guides: guides(this.settings, translate),
    };
  }
}

/** Concurrent callers share a promise. A failed one is not cached. */
function remember<T>(
  known: Map<string, Promise<T>>,
  language: string,
  make: () => Promise<T>,
): Promise<T> {
  const value = known.get(language) ?? make();
  known.set(language, value);
  value.catch(() => {
    if (known.get(language) === value) known.delete(language);
  });
  return value;
}
