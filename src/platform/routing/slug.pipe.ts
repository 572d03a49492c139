import { Injectable, type PipeTransform } from '@nestjs/common';
import { Problem } from '../errors';

/** A path `{slug}`: slugs have no blanks, which some databases would overlook at the end. */
@Injectable()
export class SlugPipe implements PipeTransform<string, string> {
  transform(slug: string): string {
    if (/\s/.test(slug)) throw new Problem('rest-no-route');
    return slug;
  }
}
