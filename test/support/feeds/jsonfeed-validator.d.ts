/** What the package has no types for. */
declare module 'jsonfeed-validator' {
  interface Report {
    message: string;
    ruleId: string;
  }

  /** What is wrong with a feed, by the rules of JSON Feed 1.0. */
  export default function validate(feed: object): Report[];
}
