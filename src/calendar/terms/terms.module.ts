import { Module } from '@nestjs/common';
import { ServiceModule } from '../../platform/foundation/modules';
import { TERM_ERRORS } from './term-errors';

@ServiceModule({ errors: TERM_ERRORS })
@Module({})
export class TermsModule {}
