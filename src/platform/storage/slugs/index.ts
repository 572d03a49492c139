export { numberedSlug, SLUG_MAX_LENGTH, slugify } from './slug';
export { Slugs } from './slugs';
export { SlugsModule } from './slugs.module';
