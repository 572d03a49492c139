import { Injectable } from '@nestjs/common';
import { CategoriesService } from '../../calendar/categories/categories.service';
import { CATEGORIES } from '../../calendar/categories/category.entity';
import type { CreateCategoryDto } from '../../calendar/categories/dto/create-category.dto';
import { EventsRepository, type NewEvent } from '../../calendar/events/writing/events.repository';
import { EventOrganizers } from '../../calendar/organizers/event-organizers';
import { TAGS } from '../../calendar/tags/tag.entity';
import { TagsService } from '../../calendar/tags/tags.service';
import { matchTerms, type Taxonomy } from '../../calendar/terms';
import { EventVenues } from '../../calendar/venues/event-venues';
import type { RequestContext } from '../../platform/http/context';
import { Database, type Transaction } from '../../platform/database';
import { numberedSlug, slugify } from '../../platform/slugs';
import { asTranslations } from '../../platform/translations';
import { type Period, planEvents, type PlannedEvent } from './programme';
import { Random } from './random';
import { LANGUAGE, translationsOf, WORDS } from './sample-data';
import { makeWorld, type World } from './world';

interface SeedOptions extends Period {
  events: number;
  /** Of the random generator: equal options generate equal events. */
  seed: number;
  /** Returns the image of the events of a category, if they have one. */
  imageOf?: (category: string) => { url: string; width: number; height: number } | undefined;
}

interface Ids {
  venues: number[];
  organizers: number[];
  categories: Map<string, number>;
  tags: Map<string, number>;
}

/** Larger batches need more memory and longer garbage collection. */
const BATCH = 1000;

@Injectable()
export class Seeder {
  constructor(
    private readonly database: Database,
    private readonly venues: EventVenues,
    private readonly organizers: EventOrganizers,
    private readonly categories: CategoriesService,
    private readonly tags: TagsService,
    private readonly store: EventsRepository,
  ) {}

  /** @param advance is called with the number of events added since the last call */
  async run(
    { events, seed, imageOf, ...period }: SeedOptions,
    context: RequestContext,
    advance: (events: number) => void = () => undefined,
  ): Promise<void> {
    const random = new Random(seed);
    const world = makeWorld(random, events);
    const ids = await this.database.transaction((transaction) =>
      this.resolve(transaction, world, context),
    );
    // Unique: no generated event has a higher number in its slug than its id.
    const [{ highest }] = await this.database.rows<{ highest: number | null }>(
      'SELECT MAX(id) AS highest FROM events',
    );
    let number = highest ?? 0;
    const plans = planEvents(random, world, period, context.rules);
    for (let made = 0; made < events; made += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, events - made) }, (): NewEvent => {
        const plan = plans.next().value;
        const image = imageOf?.(plan.categories[0]);
        if (image !== undefined)
          Object.assign(plan.values, {
            image: image.url,
            image_details: JSON.stringify({ width: image.width, height: image.height }),
          });
        return { values: plan.values, links: linksOf(plan, ids) };
      });
      // Sorted like the index on the start, so that neighbouring rows use cached pages.
      batch.sort((a, b) => a.values.start_utc.getTime() - b.values.start_utc.getTime());
      for (const { values } of batch)
        values.slug = numberedSlug(slugify(values.title, 'event'), ++number);
      await this.database.transaction((transaction) => this.store.insert(transaction, batch));
      advance(batch.length);
    }
  }

  /** Finds the linked records by name, or creates them. */
  private async resolve(
    transaction: Transaction,
    { venues, organizers }: World,
    context: RequestContext,
  ): Promise<Ids> {
    const categories = new Map<string, number>();
    for (const { name, children } of WORDS.categories) {
      const parent = await this.term(transaction, CATEGORIES, name, () =>
        this.categories.insert(transaction, { name, ...inLanguages(name) }, context),
      );
      for (const child of children)
        categories.set(
          child,
          await this.term(transaction, CATEGORIES, child, () =>
            this.categories.insert(
              transaction,
              { name: child, parent, ...inLanguages(child) },
              context,
            ),
          ),
        );
    }
    const tags = new Map<string, number>();
    for (const name of WORDS.tags)
      tags.set(
        name,
        await this.term(transaction, TAGS, name, () =>
          this.tags.insert(transaction, { name, language: LANGUAGE }, context),
        ),
      );
    return {
      venues: await this.venues.resolve(
        transaction,
        venues.map(({ fields }) => fields),
        [],
        context,
      ),
      organizers: await this.organizers.resolve(
        transaction,
        organizers.map(({ fields }) => fields),
        [],
        context,
      ),
      categories,
      tags,
    };
  }

  private async term(
    transaction: Transaction,
    taxonomy: Taxonomy,
    name: string,
    insert: () => Promise<number>,
  ): Promise<number> {
    const [known] = await matchTerms(transaction, taxonomy, [name]);
    return known ?? insert();
  }
}

/** Returns the language of a category, and its name in others. */
const inLanguages = (name: string): Pick<CreateCategoryDto, 'language' | 'translations'> => ({
  language: LANGUAGE,
  translations: asTranslations(translationsOf(name, (translate) => ({ name: translate(name) }))),
});

function linksOf(plan: PlannedEvent, ids: Ids): NewEvent['links'] {
  const known = (terms: Map<string, number>, names: string[]): number[] =>
    names.flatMap((name) => terms.get(name) ?? []);
  return {
    venue: plan.venues.map((index) => ids.venues[index]),
    organizer: plan.organizers.map((index) => ids.organizers[index]),
    categories: known(ids.categories, plan.categories),
    tags: known(ids.tags, plan.tags),
  };
}
