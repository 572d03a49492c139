import type { Settings } from '../config';

/** What a public page's template may name. */
export interface Addressed {
  id: number;
  slug: string;
}

/**
 * The absolute addresses of one request's answers: they keep its scheme, host and language segment
 * (docs/interface.md#links).
 */
export class Links {
  constructor(
    /** The root of the interface, without a slash at its end. */
    readonly root: string,
    /** Host name without port, as `global_id` has it. */
    readonly host: string,
    private readonly pages: Settings['pages'],
  ) {}

  collection(resource: string): string {
    return `${this.root}/${resource}`;
  }

  record(resource: string, id: number): string {
    return `${this.root}/${resource}/${id}`;
  }

  /** The public page of a record: the template of the settings, else its address here. */
  page(resource: string, record: Addressed): string {
    const template = this.pages[resource];
    if (template === undefined) return this.record(resource, record.id);
    return template
      .replaceAll('{slug}', encodeURIComponent(record.slug))
      .replaceAll('{id}', String(record.id));
  }

  globalId(id: number): string {
    return `${this.host}?id=${id}`;
  }
}
