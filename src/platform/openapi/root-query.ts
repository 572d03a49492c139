import { ChoiceParameter, TextParameter } from '../validation';

/** The parameters of the root (docs/reference/interface.md#discovery). */
export class RootQuery {
  @TextParameter('root.namespace', { defaultSetting: 'apiNamespace' })
  namespace?: string;

  @ChoiceParameter('root.context', ['view', 'embed', 'edit'], { default: 'view' })
  context?: string;
}
