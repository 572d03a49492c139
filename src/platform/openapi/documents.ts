import { type INestApplication, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { I18nService } from 'nestjs-i18n';
import { Settings } from '../config';
import { buildDocument, type InterfaceInfo } from './document';
import { entityTag } from './entity-tag';
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
  private readonly translated = new Map<string, OpenAPIObject>();
  private readonly templates = new Map<string, Template>();

  constructor(
    private readonly i18n: I18nService,
    private readonly settings: Settings,
  ) {}

  /** Names the application whose routes are documented; Nest does not inject it. */
  describe(app: INestApplication, info: InterfaceInfo): void {
    const { namespace, perPageDefault } = this.settings;
    this.build = () => buildDocument(app, info, { namespace, per_page: perPageDefault });
  }

  /** The document with the keys of its descriptions, from which all others are made. */
  get keyed(): OpenAPIObject {
    return (this.source ??= this.build());
  }

  /** The document of a language, without a server. */
  in(language: string): OpenAPIObject {
    return remember(this.translated, language, () =>
      translateDescriptions(this.keyed, (key) => this.textOf(key, language)),
    );
  }

  /**
   * The document of a language as JSON.
   *
   * @param root address of the interface in that language, which the paths are relative to
   * @returns the text, and a strong entity tag of it (RFC 9110 §8.8.3)
   */
  read(language: string, root: string): { text: string; etag: string } {
    const template = remember(this.templates, language, () => this.template(language));
    const address = JSON.stringify(root);
    return {
      text: template.before + address + template.after,
      etag: entityTag(template.etag, address),
    };
  }

  private template(language: string): Template {
    const text = JSON.stringify({ ...this.in(language), servers: [{ url: ADDRESS }] });
    const [before, after] = text.split(JSON.stringify(ADDRESS));
    return { before, after, etag: entityTag(text) };
  }

  /** English where a translation is missing. */
  private textOf(key: string, lang: string): string | undefined {
    const text: unknown = this.i18n.translate(key, { lang });
    return typeof text === 'string' && text !== key ? text : undefined;
  }
}

function remember<T>(known: Map<string, T>, language: string, make: () => T): T {
  const value = known.get(language) ?? make();
  known.set(language, value);
  return value;
}
