export { numberedSlug, slugify, Slugs } from './slugs';
