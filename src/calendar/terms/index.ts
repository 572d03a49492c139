export type { Taxonomy } from './taxonomy';
export { Term } from './term.entity';
export { TermListQuery } from './term-list-query';
export { presentTerm, TermRecord, type TermRow } from './term-record';
export { idOf, type TermReference, TermReferences } from './term-references';
export { Terms } from './terms';
export { TermsModule } from './terms.module';
