import { isWellFormedText, plainText } from '../../../platform/texts';
import type { EventRecord } from '../event-record';
import { numbersIn, readAmount, type Amount, type Currency } from './cost-amount';

export type PresentedCost = Pick<EventRecord, 'cost' | 'cost_details'>;

/** `length` is the limit for all parts together. Every cost in a response can be sent back. */
export const COST_MAX = { parts: 50, length: 500 };

/** Without parts it clears the cost. */
export class CostInput {
  constructor(readonly parts: string[]) {}
}

const BETWEEN_WORDS = ', ';
const UNKNOWN: Currency = { symbol: '', code: '', position: '' };

/**
 * Parses a sent `cost`: a text, a number, or an array of these. Empty parts are dropped; `[]` clears the
 * cost. Returns undefined for an invalid cost, such as a negative number, a boolean or an object.
 */
export function readCost(input: unknown): string[] | undefined {
  const items: unknown[] = Array.isArray(input) ? input : input === null ? [] : [input];
  const lengths = items.map((item) => (typeof item === 'string' ? item.length : 0));
  const sent = lengths.reduce((sum, length) => sum + length, 0);
  if (items.length > COST_MAX.parts || sent > COST_MAX.length) {
    return undefined;
  }
  const parts = items.map(readPart).filter((part) => part !== '');
  if (!parts.every((part) => part !== undefined)) {
    return undefined;
  }
  return parts.join(BETWEEN_WORDS).length <= COST_MAX.length ? parts : undefined;
}

/**
 * Presents the price, or the lowest and the highest of several, as written; `Free` for zero. A price without
 * a currency gets the site's, unless another part has a currency (`10 – 20 €`). Words without a price are
 * unchanged.
 *
 * It is idempotent.
 */
export function presentCost(parts: readonly string[], site: Currency): PresentedCost {
  const read = parts.map((part) => readAmounts(part, site));
  const amounts = ascending(
    read.flatMap((found) => found ?? []),
    ({ value }) => Number(value),
  );
  const ends = amounts.length > 1 ? [amounts[0], amounts[amounts.length - 1]] : amounts;
  const named = amounts.filter(namesCurrency);
  const ofSite = amounts.length > 0 ? effective(site) : UNKNOWN;
  const currency = named.length > 0 ? common(named) : ofSite;
  // A currency at one end of a range applies to both ends. Otherwise that of a price between them applies, or
  // the site's.
  const isSaid = ends.some((amount) => amount.value !== '0' && namesCurrency(amount));
  const lent = isSaid ? UNKNOWN : (named[0] ?? ofSite);
  const show = (amount: Amount): string =>
    amount.value === '0' ? 'Free' : withCurrency(amount.text, lent);
  return {
    cost: read.includes(undefined) ? parts.join(BETWEEN_WORDS) : ends.map(show).join(' – '),
    cost_details: {
      currency_symbol: currency.symbol,
      currency_code: currency.code,
      currency_position: currency.position,
      values: valuesOf(parts, read, amounts),
    },
  };
}

/** "0–6 years: half price" has a zero, too. */
const FREE = /^Free(?: – |$)/;

/** Returns undefined for a cost without numbers. The price is zero only if the cost says `Free`. */
export const lowestPrice = ({
  cost,
  cost_details: { values },
}: PresentedCost): string | undefined =>
  values.find((value) => /^\d/.test(value) && (value !== '0' || FREE.test(cost)));

/**
 * Returns the cost to store. A cost that is sent back as in the response stays the stored one, so that it
 * still gets the site's currency.
 */
export function writtenCost(
  sent: CostInput | undefined,
  stored: string[],
  site: Currency,
): string[] {
  if (sent === undefined) return stored;
  const { parts } = sent;
  const isSentBack = parts.length === 1 && parts[0] === presentCost(stored, site).cost;
  return isSentBack ? stored : parts;
}

function readPart(item: unknown): string | undefined {
  if (typeof item === 'number') {
    // Larger JSON numbers lose precision; NaN fails both comparisons.
    return item >= 0 && item <= Number.MAX_SAFE_INTEGER ? plainDigits(item) : undefined;
  }
  if (typeof item !== 'string' || item.length > COST_MAX.length || !isWellFormedText(item)) {
    return undefined;
  }
  const text = plainText(item).replace(/\s+/g, ' ').trim();
  return readAmounts(text, UNKNOWN)?.some((amount) => amount.negative) ? undefined : text;
}

/** 1e-7 becomes 0.0000001; adding 0 turns -0 into 0. */
function plainDigits(number: number): string {
  return (number + 0).toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

/** Returns one price, or the two ends of a range; undefined for other texts. */
function readAmounts(text: string, site: Currency): Amount[] | undefined {
  const single = readAmount(text, site);
  if (single) {
    return [single];
  }
  for (const dash of text.matchAll(/[-‒–—−]/g)) {
    const from = readAmount(text.slice(0, dash.index).trim(), site);
    const to = from && readAmount(text.slice(dash.index + 1).trim(), site);
    if (to) {
      return [from, to];
    }
  }
  return undefined;
}

/**
 * Returns the numbers of prices and words, ascending and unique. Without numbers it returns the words,
 * because clients read the first value.
 */
function valuesOf(
  parts: readonly string[],
  read: readonly (Amount[] | undefined)[],
  amounts: readonly Amount[],
): string[] {
  const inWords = parts.flatMap((part, index) => (read[index] ? [] : numbersIn(part)));
  const values = ascending([...amounts.map(({ value }) => value), ...inWords], Number);
  return values.length > 0 ? values : [...parts];
}

/** Of equal numbers, only the first is kept. */
function ascending<T>(items: readonly T[], numberOf: (item: T) => number): T[] {
  return items
    .toSorted((a, b) => numberOf(a) - numberOf(b))
    .filter((item, i, all) => i === 0 || numberOf(item) !== numberOf(all[i - 1]));
}

function namesCurrency(amount: Amount): boolean {
  return amount.symbol !== '' || amount.code !== '';
}

/** Unknown if the prices name several currencies. */
function common(named: Amount[]): Currency {
  const symbols = new Set(named.map((amount) => amount.symbol).filter(Boolean));
  const codes = new Set(named.map((amount) => amount.code).filter(Boolean));
  if (symbols.size > 1 || codes.size > 1) {
    return UNKNOWN;
  }
  const [symbol = ''] = symbols;
  const [code = ''] = codes;
  return { symbol, code, position: named[0].position };
}

function effective(site: Currency): Currency {
  return site.symbol || site.code ? { ...site, position: site.position || 'prefix' } : UNKNOWN;
}

function withCurrency(text: string, { symbol, code, position }: Currency): string {
  const mark = symbol || code;
  if (mark === '') {
    return text;
  }
  const space = /[\p{L}.]/u.test(mark) ? ' ' : '';
  return position === 'postfix' ? text + space + mark : mark + space + text;
}
