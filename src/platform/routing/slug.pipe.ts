import { Injectable, type PipeTransform } from '@nestjs/common';

/**
 * A path `{slug}`. Slugs have no blanks, and some databases overlook them at the end of a text: a
 * slug with blanks stays encoded, as in the address, and so is the slug of nothing.
 */
@Injectable()
export class SlugPipe implements PipeTransform<string, string> {
  transform(slug: string): string {
    return /\s/.test(slug) ? encodeURIComponent(slug) : slug;
  }
}
