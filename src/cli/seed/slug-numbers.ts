import { numberedSlug, slugify } from '../../platform/storage/slugs';

/** Assigns slugs like `Slugs` (`jazz-night`, `jazz-night-2`, …), without a query per slug. */
export class SlugNumbers {
  private readonly slugs = new Map<string, string>();
  /** Slug → the highest number in use. */
  private readonly numbers = new Map<string, number>();

  /** Marks a slug as used. */
  take(slug: string): void {
    const [, made = slug, number = '1'] = /^(.+)-(\d{1,9})$/.exec(slug) ?? [];
    for (const [taken, least] of [
      [slug, 1],
      [made, Number(number)],
    ] as const)
      this.numbers.set(taken, Math.max(this.numbers.get(taken) ?? 0, least));
  }

  next(title: string): string {
    const slug = this.slugs.get(title) ?? slugify(title, 'event');
    this.slugs.set(title, slug);
    const number = (this.numbers.get(slug) ?? 0) + 1;
    this.numbers.set(slug, number);
    return number === 1 ? slug : numberedSlug(slug, number);
  }
}
