interface Rule {
  /** With the flag `g`, to find all mistakes. */
  wrong: RegExp;
  says: string;
}

const QUOTES: Rule = { wrong: /["']/g, says: 'a straight quote or apostrophe' };

/** French has non-breaking spaces: U+00A0, and the narrow U+202F. */
const FRENCH: Rule[] = [
  { wrong: /(?<!\u00A0):(?!\d)/g, says: 'no no-break space (U+00A0) before :' },
  { wrong: /(?<!\u202F)[;!?]/g, says: 'no narrow no-break space (U+202F) before ; ! or ?' },
  { wrong: /«(?!\u00A0)|(?<!\u00A0)»/g, says: 'no no-break space (U+00A0) within « »' },
  { wrong: /\d[ \u00A0](?=\d{3}(?!\d))/g, says: 'no narrow no-break space (U+202F) in a number' },
  {
    wrong: /\d[ \u202F](?=(?:caractère|seconde|minute|heure|jour|mois|octet|km|h)s?(?!\p{L}))/gu,
    says: 'no no-break space (U+00A0) before a unit',
  },
];

/** Other languages are not checked. */
const RULES: Partial<Record<string, Rule[]>> = {
  en: [QUOTES],
  de: [QUOTES],
  fr: [QUOTES, ...FRENCH],
};

/** Characters quoted before and after a mistake. */
const AROUND = 12;

/**
 * Ignores code and addresses of links.
 *
 * @param isSentence true if the text must begin with a capital letter and end with a full stop
 * @returns phrases to follow the name of the text, such as `has a straight quote: “say "hi”`
 */
export function typographyOf(text: string, language: string, isSentence: boolean): string[] {
  const rules = RULES[language];
  if (!rules) return [];
  const withoutCode = text.replace(/`[^`]*`|\]\([^)]*\)/g, (code) => 'x'.repeat(code.length));
  const found = rules.flatMap(({ wrong, says }) => {
    const positions = [...withoutCode.matchAll(wrong)].map(({ index }) => excerpt(text, index));
    return positions.length === 0 ? [] : [`has ${says}: ${[...new Set(positions)].join(', ')}`];
  });
  if (isSentence && !/^\p{Lu}.*\.$/su.test(text))
    found.push('must begin with a capital letter and end with a full stop');
  return found;
}

const excerpt = (text: string, index: number): string =>
  `“${text.slice(Math.max(0, index - AROUND), index + AROUND).trim()}”`;
