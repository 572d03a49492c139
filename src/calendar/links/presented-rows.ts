import type { RequestContext } from '../../platform/http/request-context';

/**
 * Caches presented records whose form only depends on the root address of the API. Each row is presented once
 * for all events linked to it. The results are shared, and therefore frozen.
 */
export class PresentedRows<Row extends object, Answer extends object> {
  private readonly known = new WeakMap<Row, { root: string; answer: Answer }>();

  constructor(private readonly present: (row: Row, context: RequestContext) => Answer) {}

  of(row: Row, context: RequestContext): Answer {
    const { root } = context.links;
    const known = this.known.get(row);
    if (known?.root === root) return known.answer;
    const answer = Object.freeze(this.present(row, context));
    this.known.set(row, { root, answer });
    return answer;
  }
}
