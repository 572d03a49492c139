import { Module } from '@nestjs/common';
import { ServiceModule } from '../../platform/modules';
import { TERM_ERRORS } from './term-errors';
import { TermReferences } from './term-references';
import { Terms } from './terms';
import { FoldTexts1790000000130 } from './fold-texts.migration';

@ServiceModule({ errors: TERM_ERRORS, migrations: [FoldTexts1790000000130] })
@Module({ providers: [Terms, TermReferences], exports: [Terms, TermReferences] })
export class TermsModule {}
