import { NestFactory } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AppModule } from '../../app.module';
import { buildDocument } from '../../platform/documents/openapi';
import { I18N_FOLDER, type Settings } from '../../platform/foundation/config';
import type { ModuleType } from '../../platform/foundation/modules';
import { onEmptyDatabase } from '../empty-database';

/** Creates the OpenAPI document with keys in place of its texts, which may be invalid. */
export const keyedDocument = (
  settings: Settings,
  modules: readonly ModuleType[] = [],
): Promise<OpenAPIObject> =>
  onEmptyDatabase(
    settings,
    (emptied) =>
      // The translation files may be invalid: the command exists to find that.
      NestFactory.create(
        AppModule.forRoot(emptied.with({ i18nFolder: I18N_FOLDER }), { modules }),
        {
          abortOnError: false,
          logger: false,
        },
      ),
    (app) => buildDocument(app, settings),
  );
