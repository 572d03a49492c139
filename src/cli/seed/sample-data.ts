import cities from './cities.json';
import formats from './formats.json';
import words from './words.json';

/** A city of generated events. */
export interface City {
  city: string;
  country: string;
  state?: string;
  province?: string;
  zone: string;
  lat: number;
  lng: number;
  /** The format of prices, with `{amount}` in the currency of the city. */
  price: string;
  /** Currency units per euro, rounded; default: 1. */
  rate?: number;
}

/** A template of generated events. */
export interface Format {
  /** `{name}` is replaced by the name of a person, `{city}` by the city. */
  titles: string[];
  category: string;
  /** The subject in the description. */
  about: string;
  /** The earliest and latest start hour. */
  begins: Range;
  /** The minimum and maximum duration in half hours. */
  lasts: Range;
  /** The minimum and maximum number of days, for events of several days. */
  days?: Range;
  allDay?: boolean;
  weekly?: boolean;
  /** The lowest and highest price in euros; undefined if admission is free. */
  price?: Range;
}

type Range = [minimum: number, maximum: number];

export const CITIES: readonly City[] = cities;
export const FORMATS = formats as unknown as readonly Format[];
/** `venueKinds` and `organizerKinds` follow the city in a name: `Oslo Film Society`. */
export const WORDS = words;
