/** The names of a service that its clients and operators see; the platform itself has none. */
export interface ServiceNames {
  /** The title of the documents and of the pages: `Event calendar`. */
  title: string;
  /** The version of the interface: `1`. */
  version: string;
  /** The realm of credentials (RFC 9110 §11.5), and the beginning of keys: `calendar`. */
  realm: string;
  /** What the type of every problem (RFC 9457) and the lock of migrations begin with. */
  urn: string;
  /** The default of `API_NAMESPACE`. */
  namespace: string;
  /** The default of `DATABASE_URL`. */
  database: string;
  /** The header fields of lists with the number of records, and of pages. */
  totals: { records: string; pages: string };
  /** The path of a list, as an example on the start page: `/events`. */
  example: string;
}

/** One for the process: see `nameService`. */
let names: ServiceNames = {
  title: 'Service',
  version: '1',
  realm: 'service',
  urn: 'service',
  namespace: 'v1',
  database: 'sqlite:./data/service.sqlite',
  totals: { records: 'X-Total', pages: 'X-Total-Pages' },
  example: '/',
};

/**
 * Names the service of this process, before anything else of the platform is used: problems are
 * created where nothing can be injected.
 */
export function nameService(given: ServiceNames): void {
  names = given;
}

export const serviceNames = (): ServiceNames => names;

/** The address of the interface in examples: `https://calendar.example/cal/events/v1`. */
export const exampleRoot = (): string => `https://${names.realm}.example/${names.namespace}`;
