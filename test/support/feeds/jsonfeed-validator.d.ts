declare module 'jsonfeed-validator' {
  interface Report {
    message: string;
    ruleId: string;
  }

  /** Returns the errors of a feed by the rules of JSON Feed 1.0. */
  export default function validate(feed: object): Report[];
}
