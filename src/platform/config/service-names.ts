/** The names of the service that its clients and operators see. */
export const SERVICE = {
  /** The title of the documents and of the pages. */
  title: 'Event calendar',
  /** The version of the interface. */
  version: '1',
  /** The realm of credentials (RFC 9110 §11.5), and the prefix of keys. */
  realm: 'calendar',
  /** The prefix of problem types (RFC 9457), and of the migration lock. */
  urn: 'event-calendar',
  /** The default of `API_NAMESPACE`. */
  namespace: 'cal/events/v1',
  /** The default of `DATABASE_URL`. */
  database: 'sqlite:./data/calendar.sqlite',
  /**
   * The header fields of lists with the number of records and of pages, as in The Events Calendar.
   */
  totals: { records: 'X-TEC-Total', pages: 'X-TEC-TotalPages' },
  /** The path of a list, as an example on the start page. */
  example: '/events',
} as const;

/** The address of the interface in examples: `https://calendar.example/cal/events/v1`. */
export const EXAMPLE_ROOT = `https://${SERVICE.realm}.example/${SERVICE.namespace}`;
