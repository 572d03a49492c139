import { ChoiceParameter, TextParameter } from '../validation';

export class RootQuery {
  @TextParameter('root.namespace', { defaultSetting: 'apiNamespace' })
  namespace?: string;

  @ChoiceParameter('root.context', ['view', 'embed', 'edit'], { default: 'view' })
  context?: string;
}
