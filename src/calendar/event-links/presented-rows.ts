import type { RequestContext } from '../../platform/request-context';

/**
 * Records that are answered alike to everybody who asks at one address: each is made once of its row,
 * for all events that are linked to it. They are shared, so nobody may change them.
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
