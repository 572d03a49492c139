import { TextParameter } from '../../../platform/input';
import { RemoveQuery } from '../../records';

/** The password of a protected event, on its item routes (interface §4.2). */
export class EventItemQuery {
  @TextParameter('events.password_item')
  password?: string;
}

export class EventRemoveQuery extends RemoveQuery {
  @TextParameter('events.password_item')
  password?: string;
}
