import { Injectable } from '@nestjs/common';
import { nameKey, searchable } from '../../platform/texts';
import type { TranslatedRecord } from '../../platform/translations';
import type { RequestContext } from '../../platform/http/context';
import { LinkedResourceService, type LinkedValues } from '../linked-records';
import { LINKED_TEXTS_MAX, merged, recordValues } from '../posts';
import { type CreateOrganizerDto, ORGANIZER_TRANSLATIONS } from './dto/create-organizer.dto';
import type { UpdateOrganizerDto } from './dto/update-organizer.dto';
import { presentPerson } from './organizer-json-ld';
import { type OrganizerRecord, presentOrganizer } from './organizer-record';
import { type Organizer, ORGANIZERS } from './organizer.entity';

/** Fields that are stored as sent. */
const DEFAULTS = {
  organizer: '',
  phone: '',
  website: '',
  email: '',
};

@Injectable()
export class OrganizersService extends LinkedResourceService<
  Organizer,
  CreateOrganizerDto,
  OrganizerRecord
> {
  protected readonly kind = ORGANIZERS;
  protected readonly texts = ORGANIZER_TRANSLATIONS;
  readonly present = presentOrganizer;
  protected readonly structuredData = presentPerson;

  protected nameOf({ organizer }: LinkedValues<Organizer>): string {
    return organizer;
  }

  protected values(
    dto: UpdateOrganizerDto,
    stored: Organizer | undefined,
    context: RequestContext,
    further: readonly string[],
  ): Required<Omit<LinkedValues<Organizer>, keyof TranslatedRecord>> {
    const values = Object.assign(
      recordValues(dto, stored, LINKED_TEXTS_MAX, context),
      merged(dto, stored, DEFAULTS),
    );
    const { organizer, description, excerpt, phone, website, email } = values;
    return Object.assign(values, {
      global_id_lineage: stored?.global_id_lineage ?? null,
      name_key: nameKey(organizer),
      search_text: searchable(organizer, description, excerpt, phone, website, email, ...further),
    });
  }
}
