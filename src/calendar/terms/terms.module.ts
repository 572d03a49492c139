import { Module } from '@nestjs/common';
import { ServiceModule } from '../../platform/foundation/modules';
import { FoldTexts1790000000130 } from './fold-texts.migration';
import { TERM_ERRORS } from './term-errors';

@ServiceModule({ errors: TERM_ERRORS, migrations: [FoldTexts1790000000130] })
@Module({})
export class TermsModule {}
