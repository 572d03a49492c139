import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { I18nService } from 'nestjs-i18n';
import { Settings } from '../../platform/config';
import { RouteTable } from '../../platform/http/routing';
import { DEFAULT_LANGUAGE, textOf } from '../../platform/i18n';
import { addFiles, sendText } from '../../platform/pages';
import { Visits } from '../site';
import { editorPage } from './editor-page';
import { languageNames } from './language-names';

/** The editor of events (docs/editing.md): a page and its files; its script speaks the interface. */
@Injectable()
export class Editor {
  /** Language of the page → names of languages: to sort them takes longer than the rest of the page. */
  private readonly names = new Map<string, ReadonlyMap<string, string>>();

  constructor(
    private readonly routes: RouteTable,
    private readonly settings: Settings,
    private readonly i18n: I18nService,
    private readonly visits: Visits,
  ) {}

  addRoutes(): void {
    const { apiNamespace: namespace, access, timezone: zone, contentLanguage } = this.settings;
    this.routes.get('/edit', (request, response) => {
      const { layout } = this.visits.of(request);
      const words = this.words(layout.language);
      const needsKey = access === 'protected';
      const { text } = editorPage(layout, {
        words,
        namespace,
        needsKey,
        zone,
        languages: this.namesIn(layout.language),
        language: layout.segment ? layout.language : contentLanguage,
      });
      sendText(response, 'html', text);
    });
    addFiles(this.routes, '/edit', join(__dirname, 'browser'));
  }

  private namesIn(language: string): ReadonlyMap<string, string> {
    const names = this.names.get(language) ?? languageNames(language, this.visits.languages);
    this.names.set(language, names);
    return names;
  }

  private words(language: string): Record<string, string> {
    const texts = this.i18n.getTranslations()[DEFAULT_LANGUAGE] as { editor: object };
    const keys = Object.keys(texts.editor);
    return Object.fromEntries(
      keys.map((key) => [key, textOf(this.i18n, `editor.${key}`, language) ?? key]),
    );
  }
}
