import { str } from 'envalid';
import { described, oneOf, SettingsOf } from '../../../platform/config';
import { presentCost, type PresentedCost } from './cost';
import type { Currency } from './cost-amount';

const PRESENTED_MAX = 1000;

/** The currency of a cost that is a bare number. */
export class CurrencySettings extends SettingsOf(
  {
    CURRENCY_SYMBOL: described('Currency of a cost that is a bare number', str({ default: '' })),
    CURRENCY_CODE: described('Its code, such as `EUR`', str({ default: '' })),
    CURRENCY_POSITION: described(
      'Where its symbol stands: `prefix` or `postfix`',
      oneOf<'' | 'prefix' | 'postfix'>('prefix', 'postfix')({ default: '' }),
    ),
  },
  { areShown: true },
) {
  /** By the stored JSON, because many events have the same cost. */
  readonly #presented = new Map<string, PresentedCost>();

  get currency(): Currency {
    return {
      symbol: this.CURRENCY_SYMBOL,
      code: this.CURRENCY_CODE,
      position: this.CURRENCY_POSITION,
    };
  }

  /** @param stored the JSON in the row of an event */
  presentCost(stored: string): PresentedCost {
    let cost = this.#presented.get(stored);
    if (!cost) {
      cost = presentCost(JSON.parse(stored) as string[], this.currency);
      // Many records share it.
      Object.freeze(cost.cost_details.values);
      Object.freeze(cost.cost_details);
      if (this.#presented.size >= PRESENTED_MAX) this.#presented.clear();
      this.#presented.set(stored, cost);
    }
    return cost;
  }
}
