import { ChoiceParameter, TextParameter } from '../input';

/** The parameters of the root (interface §4.1). */
export class RootQuery {
  @TextParameter('root.namespace')
  namespace?: string;

  @ChoiceParameter('root.context', ['view', 'embed', 'edit'], { default: 'view' })
  context?: string;
}
