/** A request that is shown as code. */
export interface SampleRequest {
  /** In capitals. */
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** A text, or a value that is sent as JSON. */
  body?: unknown;
}

/** The writers of samples, by the name of their language. */
export const SAMPLES: Readonly<
  Record<'curl' | 'JavaScript' | 'Python' | 'PHP', (request: SampleRequest) => string>
>;
