/** The languages of the texts in a response (docs/reference/translations.md#reading). */
export class RequestedLanguage {
  /** The languages of the texts that were presented. */
  readonly shown = new Set<string>();

  /**
   * @param lang undefined for the main language of each record
   * @param all whether records have the key `translations`
   */
  constructor(
    readonly lang?: string,
    readonly all = false,
  ) {}
}
