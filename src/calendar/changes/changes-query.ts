import {
  BooleanParameter,
  ChoiceParameter,
  IntegerParameter,
  TextParameter,
  TextsParameter,
} from '../../platform/validation';
import { LanguageField } from '../../platform/translations';
import { type Kind, KINDS } from './kinds';
import { TOKEN_MAX } from './sync-token';

export class ChangesQuery {
  @TextParameter('changes.sync_token', { max: TOKEN_MAX, pattern: '^[\\w-]+$', addition: true })
  sync_token?: string;

  @TextsParameter('changes.kinds', { choices: KINDS, addition: true })
  kinds?: Kind[];

  @IntegerParameter('changes.per_page', { min: 1, default: 50, addition: true })
  per_page?: number;

  @ChoiceParameter('changes.scope', ['public', 'all'], { default: 'public', addition: true })
  scope?: 'public' | 'all';

  @BooleanParameter('changes.records', { default: true, addition: true })
  records?: boolean;

  @LanguageField('translations.read.lang', 'fr')
  lang?: string;

  @BooleanParameter('translations.read.translations', { default: false, addition: true })
  translations?: boolean;
}
