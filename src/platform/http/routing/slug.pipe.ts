import { Injectable, type PipeTransform } from '@nestjs/common';

/**
 * Reads a path `{slug}`. Slugs have no spaces, but some databases ignore spaces at the end of a
 * text: a slug with spaces stays percent-encoded, so that it is not found. This includes a slug of
 * spaces only.
 */
@Injectable()
export class SlugPipe implements PipeTransform<string, string> {
  transform(slug: string): string {
    return /\s/.test(slug) ? encodeURIComponent(slug) : slug;
  }
}
