export { numberedSlug, slugify } from './slug';
export { Slugs } from './slugs';
