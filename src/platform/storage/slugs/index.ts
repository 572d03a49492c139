export { numberedSlug, slugify } from './slug';
export { Slugs } from './slugs';
export { SlugsModule } from './slugs.module';
