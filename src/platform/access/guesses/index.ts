export { Guesses } from './guesses';
export { GuessesModule } from './guesses.module';
