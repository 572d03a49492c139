export { type Taxonomy, Term, TERM_RIGHTS } from './term.entity';
export { TermListQuery } from './term-list-query';
export { presentTerm, TERM_TRANSLATIONS, TermRecord, type TermRow } from './term-record';
export { findTerms, type FoundTerms, matchTerms, type TermReference } from './terms-of-events';
export { TermsService } from './terms.service';
export { TermsOfEvents } from './terms-of-events';
