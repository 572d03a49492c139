import cities from './cities.json';
import formats from './formats.json';
import translations from './translations.json';
import words from './words.json';

export interface City {
  city: string;
  /** The languages in which the city and its events are named, besides English. */
  languages?: string[];
  country: string;
  state?: string;
  province?: string;
  zone: string;
  lat: number;
  lng: number;
  /** With `{amount}` in the currency of the city. */
  price: string;
  /** Currency units per euro; default: 1. */
  rate?: number;
}

export interface Format {
  /** `{name}` is replaced by the name of a person, `{city}` by the city. */
  titles: string[];
  category: string;
  /** For the description. */
  about: string;
  /** Start hours. */
  begins: Range;
  /** Half hours. */
  lasts: Range;
  /** For events of several days. */
  days?: Range;
  allDay?: boolean;
  weekly?: boolean;
  /** In euros; undefined if admission is free. */
  price?: Range;
}

type Range = [minimum: number, maximum: number];

/** Language → English text → translation. */
const TRANSLATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = translations;

export const CITIES: readonly City[] = cities;
export const FORMATS = formats as unknown as readonly Format[];
/** `venueKinds` and `organizerKinds` follow the city in a name: `Oslo Film Society`. */
export const WORDS = words;

/** The main language of the records, also of a calendar with another one. */
export const LANGUAGE = 'en';

/** Translates a text; one without a translation stays English. */
export type Translate = (text: string) => string;

/**
 * Returns the texts of a record in other languages.
 *
 * @param text the languages are those in which it has a translation
 * @param textsIn returns the texts of a language
 */
export const translationsOf = (
  text: string,
  textsIn: (translate: Translate) => Record<string, string>,
  languages = Object.keys(TRANSLATIONS),
): Record<string, Record<string, string>> =>
  Object.fromEntries(
    languages
      .filter((language) => text in TRANSLATIONS[language])
      .map((language) => [language, textsIn((each) => TRANSLATIONS[language][each] ?? each)]),
  );
