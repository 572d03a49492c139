import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GuessCount } from './guess-count.entity';
import { Guesses } from './guesses';
import { SharedGuesses } from './shared-guesses';

/** Protects credentials and passwords against brute force. */
@Module({
  imports: [TypeOrmModule.forFeature([GuessCount])],
  providers: [Guesses, SharedGuesses],
  exports: [Guesses],
})
export class GuessesModule {}
