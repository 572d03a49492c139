import type { EventEmitter } from 'node:events';
import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  I18N_LOADER_OPTIONS,
  I18nJsonLoader,
  type I18nAbstractLoaderOptions,
  type I18nTranslation,
} from 'nestjs-i18n';
import { Declarations } from '../modules';
import { DEFAULT_LANGUAGE, languages, shortPath, TranslationsError } from './languages';

/** Ends with `$`, because the library would read backups such as `tags.json~`, too. */
export const TRANSLATION_FILES = '*.json$';

/** Reads the files of one folder; some editors save a byte order mark. */
class JsonLoader extends I18nJsonLoader {
  override formatData(content: string): unknown {
    return super.formatData(content.replace(/^\uFEFF/, ''));
  }
}

/** Loads the texts of the service and of its modules. */
@Injectable()
export class TranslationLoader extends JsonLoader {
  private readonly logger = new Logger('Translations');
  private readonly known: string[];
  private texts?: I18nTranslation;

  constructor(
    @Inject(I18N_LOADER_OPTIONS) { path, ...options }: I18nAbstractLoaderOptions,
    private readonly declarations: Declarations,
  ) {
    super({ path, ...options });
    this.known = languages(path);
    // The library neither watches further folders, nor listens to errors, which would end the process.
    (this as unknown as { watcher?: Watcher }).watcher
      ?.on('error', (error: Error) => this.logger.warn(`Changes are not noticed. ${error.message}`))
      .add([...declarations.i18n]);
  }

  /** Folders that are added later are languages after the next start. */
  protected override parseLanguages(): Promise<string[]> {
    return Promise.resolve(this.known);
  }

  /** While a changed file is invalid, the texts stay as they were. */
  protected override async parseTranslations(): Promise<I18nTranslation> {
    try {
      this.texts = await this.read();
    } catch (error) {
      if (error instanceof TranslationsError && !this.texts) throw error;
      const message = `The translations cannot be read: ${(error as Error).message} The command i18n shows the file and the line.`;
      if (!this.texts) throw new TranslationsError(message);
      this.logger.warn(message);
    }
    return this.texts;
  }

  private async read(): Promise<I18nTranslation> {
    const texts = await super.parseTranslations();
    for (const path of this.declarations.i18n) {
      const loader = new JsonLoader({ path, filePattern: TRANSLATION_FILES });
      addModule(texts, (await loader.load()) as I18nTranslation, shortPath(path));
    }
    return texts;
  }
}

interface Watcher extends EventEmitter {
  add(paths: string[]): void;
}

/** @throws TranslationsError without English texts, or with a file that exists already */
function addModule(texts: I18nTranslation, own: I18nTranslation, folder: string): void {
  if (!(DEFAULT_LANGUAGE in own))
    throw new TranslationsError(
      `The texts of a module, ${folder}, must contain a folder ${DEFAULT_LANGUAGE}.`,
    );
  for (const [language, files] of Object.entries(own) as [string, I18nTranslation][]) {
    const known = (texts[language] ??= {}) as I18nTranslation;
    for (const [name, content] of Object.entries(files) as [string, I18nTranslation][]) {
      if (name in known)
        throw new TranslationsError(
          `${folder}/${language}/${name}.json has the name of another file: rename it.`,
        );
      known[name] = content;
      // The names of its records and errors in the documents.
      addMissing((known.document ??= {}) as I18nTranslation, content.document ?? {});
    }
  }
}

function addMissing(known: I18nTranslation, more: I18nTranslation | string): void {
  for (const [key, value] of Object.entries(more) as [string, I18nTranslation | string][])
    if (typeof value === 'string') known[key] ??= value;
    else addMissing((known[key] ??= {}) as I18nTranslation, value);
}
