/** The paths of the GeoJSON, Atom and JSON Feed variants, below the root of the API. */
export const MAP_FEED = 'events.geojson';
export const ATOM_FEED = 'events.atom';
export const JSON_FEED = 'events.feed.json';

export const ATOM_TYPE = 'application/atom+xml';
