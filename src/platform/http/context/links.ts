import type { Settings } from '../../config';

/** The properties of a record that the template of its public page can use. */
export interface Addressed {
  id: number;
  slug: string;
}

/**
 * Creates the absolute addresses in the responses to a request, with the scheme, host and language
 * segment of the request (docs/reference/interface.md#links).
 */
export class Links {
  constructor(
    /** The address of the interface, without a trailing slash. */
    readonly root: string,
    /** The host name without a port, as in `global_id`. */
    readonly host: string,
    private readonly pages: Settings['pages'],
  ) {}

  collection(resource: string): string {
    return `${this.root}/${resource}`;
  }

  record(resource: string, id: number): string {
    return `${this.root}/${resource}/${id}`;
  }

  /**
   * Returns the public page of a record: by the template in the settings, or else its address in
   * the interface.
   */
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
