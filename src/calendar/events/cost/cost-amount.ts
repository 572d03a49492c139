/** From the settings; empty if not set. */
export interface Currency {
  symbol: string;
  /** ISO 4217. */
  code: string;
  position: 'prefix' | 'postfix' | '';
}

export interface Amount extends Currency {
  text: string;
  /** ASCII digits with a decimal point and without grouping. */
  value: string;
  negative: boolean;
}

type Naming = Pick<Currency, 'symbol' | 'code'>;

const CODES = new Set(Intl.supportedValuesOf('currency'));

/** Lower-case symbols without a sign in Unicode. */
const LETTER_SYMBOLS = new Set(
  'kr kr. kč kčs zł ft lei лв лв. руб руб. р. грн грн. ден дин дин. km tl fr fr. sfr sfr. r rp rs rs. rm s/ s/. bs bs. 元 円 圓 元 원'.split(
    ' ',
  ),
);

/** A number, and the text before and after it. */
const PRICE = /^(\D*?)((?:(?<!\p{L})\.)?\d(?:[\d.,'’ʼ′\s]{0,30}\d)?)(\D*)$/u;

/** A currency sign, optionally with letters that distinguish dollars: `$`, `€`, `US$`, `R$`. */
const SIGN = /^[A-Z]{0,3}\p{Sc}$/u;

/**
 * Parses `Free`, or a number with at most one currency symbol and one ISO 4217 code around it. Returns
 * undefined for any other text.
 *
 * @param site a currency that is accepted besides the common ones
 */
export function readAmount(text: string, site: Currency): Amount | undefined {
  if (/^free$/i.test(text)) {
    return { text, value: '0', negative: false, symbol: '', code: '', position: '' };
  }
  const [, before, digits, after] = PRICE.exec(text) ?? [];
  if (digits === undefined) {
    return undefined;
  }
  const value = readNumber(digits);
  const prefix = readCurrency(before.replace(/[-−]/, ''), site);
  // `20,-` and `20.–` denote amounts without cents.
  const postfix = readCurrency(after.replace(/^[.,][-–—]{1,2}/, ''), site);
  if (value === undefined || !prefix || !postfix) {
    return undefined;
  }
  if ((prefix.symbol && postfix.symbol) || (prefix.code && postfix.code)) {
    return undefined;
  }
  const negative = value !== '0' && /[-−]/.test(before);
  const isPrefix = Boolean(prefix.symbol || (prefix.code && !postfix.symbol));
  const isPostfix = Boolean(postfix.symbol || postfix.code);
  return {
    text,
    value,
    negative,
    symbol: prefix.symbol || postfix.symbol,
    code: prefix.code || postfix.code,
    position: isPrefix ? 'prefix' : isPostfix ? 'postfix' : '',
  };
}

/**
 * Spaces separate groups of three digits. A number may begin with its decimal point (`$.50`), which is not
 * the end of an abbreviation (`Rs.50`).
 */
const NUMBERS =
  /\d{1,3}(?:[\s'’ʼ′]\d{3})+(?:[.,]\d+)?(?!\d)|(?:(?<![\p{L}\d.,])\.)?\d+(?:[.,]\d+)*/gu;

/** Zeros that are no price, such as the minutes of 20:00. */
const ZEROS = /^00+$/;

/** `from 10 € to 1,250.00` has `10` and `1250.00`. */
export function numbersIn(words: string): string[] {
  return [...words.matchAll(NUMBERS)].flatMap(([digits]) => {
    const number = readNumber(digits);
    // `1.5.2027` is not one number, but three.
    const runs = number === undefined ? digits.split(/\D/) : [digits];
    return runs.filter((run) => !ZEROS.test(run)).flatMap((run) => readNumber(run) ?? []);
  });
}

/** Returns undefined if the text contains anything but a currency. */
function readCurrency(text: string, site: Currency): Naming | undefined {
  const naming: Naming = { symbol: '', code: '' };
  for (const word of text.split(/\s+/)) {
    const code = readCode(word, site);
    if (word === '') {
      continue;
    } else if (code !== undefined && !naming.code) {
      naming.code = code;
    } else if (isSymbol(word, site) && !naming.symbol) {
      naming.symbol = word;
    } else {
      return undefined;
    }
  }
  return naming;
}

function readCode(word: string, site: Currency): string | undefined {
  const upper = word.toUpperCase();
  if (upper === 'EURO' || upper === 'EUROS') {
    return 'EUR';
  }
  return CODES.has(upper) || (upper !== '' && upper === site.code) ? upper : undefined;
}

function isSymbol(word: string, site: Currency): boolean {
  return SIGN.test(word) || LETTER_SYMBOLS.has(word.toLowerCase()) || word === site.symbol;
}

/**
 * Converts a written number to plain digits. Groups have three digits and one kind of separator; with commas
 * also two digits as in India (`1,50,000`). A single comma before three digits separates groups (`1,250`),
 * any other one is a decimal comma (`25,55`). A single dot is a decimal point, as in JSON.
 */
function readNumber(digits: string): string | undefined {
  const spaced = /^\d{1,3}([\s'’ʼ′])\d{3}(?:\1\d{3})*(?:[.,]\d+)?$/u.test(digits);
  const text = spaced ? digits.replace(/[\s'’ʼ′]/g, '') : digits;
  let plain: string;
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    plain = text;
  } else if (/^\.\d+$/.test(text)) {
    plain = `0${text}`;
  } else if (/^[1-9](?:\d{0,2}(?:,\d{3})+|\d?(?:,\d{2})+,\d{3})(?:\.\d+)?$/.test(text)) {
    plain = text.replaceAll(',', '');
  } else if (/^\d+,\d+$/.test(text)) {
    plain = text.replace(',', '.');
  } else if (/^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/.test(text)) {
    plain = text.replaceAll('.', '').replace(',', '.');
  } else {
    return undefined;
  }
  return Number(plain) === 0 ? '0' : plain.replace(/^0+(?=\d)/, '');
}
