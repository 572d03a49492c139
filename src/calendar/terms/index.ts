export { type Taxonomy, TERM_RIGHTS } from './taxonomy';
export { Term } from './term.entity';
export { TermListQuery } from './term-list-query';
export { presentTerm, TermRecord, type TermRow } from './term-record';
export { type FoundTerms, type TermReference, TermReferences } from './term-references';
export { TermsService } from './terms.service';
export { TermsOfEvents } from './terms-of-events';
export { TermsModule } from './terms.module';
