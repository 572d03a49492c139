import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../platform/operation/commands';
import { Calendar } from './calendar';

/** A command that uses the calendar. */
@Injectable()
export abstract class CalendarCommand extends CommandRunner {
  constructor(protected readonly calendar: Calendar) {
    super();
  }
}
