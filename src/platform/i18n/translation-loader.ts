import { existsSync, type FSWatcher, watch } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { I18nLoader, type I18nTranslation } from 'nestjs-i18n';
import { fromEvent, merge, type Observable, of, switchMap } from 'rxjs';
import { Settings } from '../config';
import { Declarations } from '../modules';
import { jsonErrorIn } from '../texts';
import { DEFAULT_LANGUAGE, languages, shortPath, TranslationsError } from './languages';

/**
 * Loads the texts of the service and of its modules: `<folder>/<language>/<name>.json`. Unlike the
 * loader of nestjs-i18n, it names the invalid file, and reads symbolic links, with which Kubernetes
 * mounts a ConfigMap.
 */
@Injectable()
export class TranslationLoader extends I18nLoader implements OnModuleDestroy {
  private readonly logger = new Logger('Translations');
  private readonly folder: string;
  private readonly known: string[];
  private readonly watchers: FSWatcher[] = [];
  private texts: I18nTranslation = {};

  constructor(
    { i18nFolder, followsTexts }: Settings,
    private readonly declarations: Declarations,
  ) {
    super();
    this.folder = i18nFolder;
    this.known = languages(i18nFolder);
    if (followsTexts) this.watch();
  }

  onModuleDestroy(): void {
    for (const watcher of this.watchers) watcher.close();
  }

  /** Folders that are added later are languages after the next start. */
  languages(): Promise<string[]> {
    return Promise.resolve(this.known);
  }

  /** @throws TranslationsError when a file is invalid at the start */
  async load(): Promise<I18nTranslation | Observable<I18nTranslation>> {
    this.texts = await this.read();
    if (this.watchers.length === 0) return this.texts;
    const changes = this.watchers.map((watcher) => fromEvent(watcher, 'change'));
    return merge(of(this.texts), merge(...changes).pipe(switchMap(() => this.reload())));
  }

  /** While a changed file is invalid, the texts stay as they were. */
  private async reload(): Promise<I18nTranslation> {
    try {
      this.texts = await this.read();
    } catch (error) {
      this.logger.warn((error as Error).message);
    }
    return this.texts;
  }

  private watch(): void {
    const warn = ({ message }: Error): void =>
      this.logger.warn(`Changes are not noticed. ${message}`);
    for (const folder of [this.folder, ...this.declarations.i18n])
      for (const path of this.known.map((language) => join(folder, language)).filter(existsSync))
        try {
          this.watchers.push(watch(path, { persistent: false }).on('error', warn));
        } catch (error) {
          warn(error as Error);
        }
  }

  /** @throws TranslationsError that names the invalid file */
  private async read(): Promise<I18nTranslation> {
    const texts = await textsIn(this.folder, this.known);
    for (const folder of this.declarations.i18n) {
      const inModule = this.known.filter((language) => existsSync(join(folder, language)));
      addModule(texts, await textsIn(folder, inModule), shortPath(folder));
    }
    return texts;
  }
}

/** Reads the files of some languages in a folder. */
async function textsIn(folder: string, all: readonly string[]): Promise<I18nTranslation> {
  const texts: I18nTranslation = {};
  for (const language of all) {
    const files: I18nTranslation = {};
    for (const name of (await readdir(join(folder, language))).sort()) {
      if (!name.endsWith('.json') || name.startsWith('.')) continue;
      files[parse(name).name] = await readTexts(join(folder, language, name));
    }
    texts[language] = files;
  }
  return texts;
}

/** @throws TranslationsError that names the file */
async function readTexts(file: string): Promise<I18nTranslation> {
  const wrong = (reason: string): TranslationsError =>
    new TranslationsError(`${shortPath(file)} cannot be read: ${reason}.`);
  let json: string;
  try {
    // Reading a pipe would never end.
    if (!(await stat(file)).isFile()) throw wrong('it is not a file');
    // Some editors save a byte order mark.
    json = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    throw error instanceof TranslationsError ? error : wrong((error as Error).message);
  }
  let texts: unknown;
  try {
    texts = JSON.parse(json);
  } catch {
    throw wrong(jsonErrorIn(json));
  }
  if (typeof texts === 'object' && texts !== null && !Array.isArray(texts))
    return texts as I18nTranslation;
  throw wrong('it must be a JSON object');
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
