import cities from './cities.json';
import formats from './formats.json';
import words from './words.json';

/** A city in which events take place. */
export interface City {
  city: string;
  country: string;
  state?: string;
  province?: string;
  zone: string;
  lat: number;
  lng: number;
  /** A price, with `{amount}` in the currency of the city. */
  price: string;
  /** Units of the currency per euro, rounded; default: 1. */
  rate?: number;
}

/** A kind of event, from which many events are generated. */
export interface Format {
  /** `{name}` is replaced by a person, `{city}` by the city. */
  titles: string[];
  category: string;
  /** The subject, for the description. */
  about: string;
  /** The earliest and the latest hour of the start. */
  begins: Range;
  /** The minimum and maximum duration, in half hours. */
  lasts: Range;
  /** The minimum and maximum number of days, for events of several days. */
  days?: Range;
  allDay?: boolean;
  weekly?: boolean;
  /** The lowest and the highest price, in euros; undefined: admission is free. */
  price?: Range;
}

type Range = [minimum: number, maximum: number];

export const CITIES: readonly City[] = cities;
export const FORMATS = formats as unknown as readonly Format[];
/** `venueKinds` and `organizerKinds` follow the city in a name: `Oslo Film Society`. */
export const WORDS = words;
