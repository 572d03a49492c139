import cities from './cities.json';
import formats from './formats.json';
import words from './words.json';

export interface City {
  city: string;
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

export const CITIES: readonly City[] = cities;
export const FORMATS = formats as unknown as readonly Format[];
/** `venueKinds` and `organizerKinds` follow the city in a name: `Oslo Film Society`. */
export const WORDS = words;
