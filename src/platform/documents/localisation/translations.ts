import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { I18nService } from 'nestjs-i18n';

/**
 * The texts of `i18n/`. Changed files are reloaded while the service runs, so that translators see
 * their changes at once; in production they are read once.
 */
export class Translations {
  private readonly logger = new Logger('Translations');
  private files: string;
  private readings = 0;

  /**
   * @param folders the folders that `i18n` reads, each with one folder per language
   * @param follows whether changed files are reloaded
   */
  constructor(
    private readonly i18n: I18nService,
    private readonly folders: readonly string[],
    private readonly follows: boolean,
  ) {
    this.files = this.state();
  }

  /** Returns the text of a key such as `tags.name`; in English if it has no translation. */
  text(key: string, language: string): string | undefined {
    const text: unknown = this.i18n.translate(key, { lang: language });
    return typeof text === 'string' && text !== key ? text : undefined;
  }

  /**
   * Reloads the files if one has changed. If a file cannot be read, the error is logged and the
   * texts stay unchanged.
   *
   * @returns a number that changes with the texts, for caches of derived data
   */
  async edition(): Promise<number> {
    const files = this.follows ? this.state() : this.files;
    if (files !== this.files) {
      this.files = files;
      await this.read();
    }
    return this.readings;
  }

  private async read(): Promise<void> {
    try {
      await this.i18n.refresh();
      this.readings += 1;
    } catch (error) {
      this.logger.warn(`The translations were not reloaded. ${(error as Error).message}`);
    }
  }

  /** Returns the names, times and sizes of the files directly in `<language>/`. */
  private state(): string {
    return this.folders
      .flatMap((folder) =>
        readdirSync(folder, { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => join(folder, name)),
      )
      .flatMap((language) => readdirSync(language).map((name) => join(language, name)))
      .map((file) => {
        // A link may be broken or circular.
        const { mtimeMs, size } = existsSync(file) ? statSync(file) : { mtimeMs: 0, size: 0 };
        return `${file} ${mtimeMs} ${size}`;
      })
      .join('\n');
  }
}
