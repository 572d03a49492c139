import { str } from 'envalid';
import { described, oneOf, SettingsOf } from '../../../platform/config';
import type { Currency } from './cost-amount';

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
  get currency(): Currency {
    return {
      symbol: this.CURRENCY_SYMBOL,
      code: this.CURRENCY_CODE,
      position: this.CURRENCY_POSITION,
    };
  }
}
