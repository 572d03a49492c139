import { type INestApplication, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { entityTag } from '../conditional';
import { Settings } from '../config';
import { Translations } from '../localisation';
import type { InterfaceInfo } from './about';
import { buildDocument } from './document';
import { readExamples } from './examples';
import { translateDescriptions } from './translate';

/** A document as JSON, except for the address of its server, which each request has its own of. */
interface Template {
  before: string;
  after: string;
  etag: string;
}

/** Stands where the address of the server goes. */
const ADDRESS = 'address-of-the-server';

/** The OpenAPI documents of the service: one a language, made when it is first asked for. */
@Injectable()
export class Documents {
  private build: () => OpenAPIObject = () => {
    throw new Error('Documents.describe(app, info) must be called before the first request.');
  };
  private source?: OpenAPIObject;
  private edition?: number;
  private readonly translated = new Map<string, OpenAPIObject>();
  private readonly templates = new Map<string, Template>();

  constructor(
    private readonly translations: Translations,
    private readonly settings: Settings,
  ) {}

  /** Names the application whose routes are documented; Nest does not inject it. */
  describe(app: INestApplication, info: InterfaceInfo): void {
    this.build = () => buildDocument(app, info, this.settings, readExamples());
  }

  /** The document with the keys of its descriptions, from which all others are made. */
  get keyed(): OpenAPIObject {
    return (this.source ??= this.build());
  }

  /** The document of a language, without a server. */
  async in(language: string): Promise<OpenAPIObject> {
    await this.forgetOutdated();
    return this.translate(language);
  }

  /**
   * The document of a language as JSON.
   *
   * @param root address of the interface in that language, which the paths are relative to
   * @returns the text, and a strong entity tag of it (RFC 9110 §8.8.3)
   */
  async read(language: string, root: string): Promise<{ text: string; etag: string }> {
    await this.forgetOutdated();
    const template = remember(this.templates, language, () => this.template(language));
    const address = JSON.stringify(root);
    return {
      text: template.before + address + template.after,
      etag: entityTag(template.etag, address),
    };
  }

  /** Forgets the documents whose texts have changed since they were made. */
  private async forgetOutdated(): Promise<void> {
    const edition = await this.translations.edition();
    if (edition === this.edition) return;
    this.edition = edition;
    this.translated.clear();
    this.templates.clear();
  }

  private translate(language: string): OpenAPIObject {
    return remember(this.translated, language, () =>
      translateDescriptions(this.keyed, (key) => this.translations.text(key, language)),
    );
  }

  private template(language: string): Template {
    const text = JSON.stringify({ ...this.translate(language), servers: [{ url: ADDRESS }] });
    const [before, after] = text.split(JSON.stringify(ADDRESS));
    return { before, after, etag: entityTag(text) };
  }
}

function remember<T>(known: Map<string, T>, language: string, make: () => T): T {
  const value = known.get(language) ?? make();
  known.set(language, value);
  return value;
}
