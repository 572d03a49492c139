/** Every parameter of the event list that chooses or orders events, with a value for the generated data. */
export const FILTERS = [
  'search=jazz',
  'categories=dance',
  'tags=weekend',
  'venue=5',
  'organizer=23',
  'featured=true',
  'ticketed=true',
  'geoloc=true',
  'geoloc_lat=48.14&geoloc_lng=11.58',
  'starts_after=2027-06-01',
  'starts_before=2027-06-01',
  'ends_after=2027-06-01',
  'ends_before=2027-06-01',
  'start_date=2020-01-01',
  'end_date=2027-03-01',
  'strict_dates=true',
  'overlap=true',
  'modified_after=2026-01-01',
  'post_parent=77',
  'include=77,4213',
  'orderby=title',
  'orderby=end_date',
  'orderby=date',
  'orderby=modified',
  'orderby=id',
  'order=desc',
];

/** None, each alone, and each with each. */
export function pairsOf(filters) {
  const nameOf = (filter) => filter.split('=')[0];
  const pairs = filters.flatMap((one, place) =>
    filters
      .slice(place + 1)
      .filter((other) => nameOf(one) !== nameOf(other))
      .map((other) => `${one}&${other}`),
  );
  return ['', ...filters, ...pairs];
}
