import { Injectable, type PipeTransform } from '@nestjs/common';

/**
 * Reads a path `{slug}`. Slugs have no spaces, but some databases ignore spaces at the end of a
 * text: a slug with spaces stays percent-encoded, so that it is not found. This includes a slug of
 * spaces only.
 */
export const readSlug = (slug: string): string =>
  /\s/.test(slug) ? encodeURIComponent(slug) : slug;

@Injectable()
export class SlugPipe implements PipeTransform<string, string> {
  transform(slug: string): string {
    return readSlug(slug);
  }
}
