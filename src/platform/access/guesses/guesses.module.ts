import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceModule } from '../../foundation/modules';
import { CreateGuessCounts1790000000050 } from './create-guess-counts.migration';
import { GuessCount } from './guess-count.entity';
import { Guesses } from './guesses';
import { SharedGuesses } from './shared-guesses';

/** Protects credentials and passwords against brute force. */
@ServiceModule({ migrations: [CreateGuessCounts1790000000050] })
@Module({
  imports: [TypeOrmModule.forFeature([GuessCount])],
  providers: [Guesses, SharedGuesses],
  exports: [Guesses],
})
export class GuessesModule {}
