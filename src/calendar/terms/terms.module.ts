import { Module } from '@nestjs/common';
import { ServiceModule } from '../../platform/modules';
import { TERM_ERRORS } from './term-errors';
import { TermReferences } from './term-references';
import { Terms } from './terms';

@ServiceModule({ errors: TERM_ERRORS })
@Module({ providers: [Terms, TermReferences], exports: [Terms, TermReferences] })
export class TermsModule {}
