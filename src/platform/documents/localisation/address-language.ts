import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { I18nResolver } from 'nestjs-i18n';

const languageOf = (execution: ExecutionContext): string =>
  execution.switchToHttp().getRequest<Request>().language;

/** Injects the language of the address into a controller's method. */
export const Language = createParamDecorator((_data: unknown, execution: ExecutionContext) =>
  languageOf(execution),
);

/** Passes the language of the address to nestjs-i18n. */
@Injectable()
export class AddressLanguage implements I18nResolver {
  resolve(execution: ExecutionContext): string {
    return languageOf(execution);
  }
}
