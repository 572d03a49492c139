import { type INestApplication, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { entityTag } from '../../conditional';
import { Settings } from '../../config';
import { ownTurn } from '../../input';
import { DEFAULT_LANGUAGE, Translations } from '../../localisation';
import type { InterfaceInfo } from './about';
import { buildDocument } from './document';
import { readExamples } from '../operations/examples';
import { pageDocument } from './page-document';
import { englishText, type Say, sayWith } from './say';
import { isOfAnswer, translateDescriptions } from './translate';

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
  private build: (say?: Say) => Promise<OpenAPIObject> = () => {
    throw new Error('Documents.describe(app, info) must be called before the first request.');
  };
  private source?: Promise<OpenAPIObject>;
  private edition?: number;
  private readonly translated = new Map<string, Promise<OpenAPIObject>>();
  private readonly templates = new Map<string, Promise<Template>>();
  private readonly pages = new Map<string, Promise<string>>();

  constructor(
    private readonly translations: Translations,
    private readonly settings: Settings,
  ) {}

  /** Names the application whose routes are documented; Nest does not inject it. */
  describe(app: INestApplication, info: InterfaceInfo): void {
    this.build = (say) => buildDocument(app, info, this.settings, readExamples(), say);
  }

  /** The document with the keys of its descriptions, from which those of all languages are made. */
  keyed(): Promise<OpenAPIObject> {
    return (this.source ??= this.build());
  }

  /**
   * The document of a language, without a server. Languages differ in how parameters and fields of
   * bodies are described (docs/interface.md#languages); answers are described in English.
   */
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
    const template = await remember(this.templates, language, () => this.template(language));
    const address = JSON.stringify(root);
    return {
      text: template.before + address + template.after,
      etag: entityTag(template.etag, address),
    };
  }

  /** What the page for people shows in a language, as JSON; it has no server. */
  async forPeople(language: string): Promise<string> {
    await this.forgetOutdated();
    return remember(this.pages, language, async () => JSON.stringify(await this.page(language)));
  }

  /** Forgets the documents whose texts have changed since they were made. */
  private async forgetOutdated(): Promise<void> {
    const edition = await this.translations.edition();
    if (edition === this.edition) return;
    this.edition = edition;
    this.translated.clear();
    this.templates.clear();
    this.pages.clear();
  }

  private translate(language: string): Promise<OpenAPIObject> {
    return remember(this.translated, language, async () => {
      const keyed = await this.keyed();
      await ownTurn();
      return translateDescriptions(keyed, (key) =>
        this.translations.text(key, isOfAnswer(key) ? DEFAULT_LANGUAGE : language),
      );
    });
  }

  /** Made as the document is, with everything else in the language, too. */
  private async page(language: string): Promise<OpenAPIObject> {
    const textOf = (key: string): string | undefined => this.translations.text(key, language);
    // A folder of translations may be older than the service, its English texts included.
    const say = sayWith((key) => textOf(key) ?? englishText(key));
    const built = await this.build(say);
    await ownTurn();
    const document = translateDescriptions(built, textOf);
    await ownTurn();
    return pageDocument(document, this.settings, (key) => textOf(key) ?? key);
  }

  private async template(language: string): Promise<Template> {
    const document = await this.translate(language);
    await ownTurn();
    const text = JSON.stringify({ ...document, servers: [{ url: ADDRESS }] });
    const [before, after] = text.split(JSON.stringify(ADDRESS));
    return { before, after, etag: entityTag(text) };
  }
}

/** What is being made once for all who ask meanwhile; what fails is made again for the next one. */
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
