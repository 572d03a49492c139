import type { Type } from '@nestjs/common';
import type { CleanedEnv, ValidatorSpec } from 'envalid';

/** Environment variables with their validators and defaults, as in envalid. */
export type Variables = Readonly<Record<string, ValidatorSpec<unknown>>>;

/** Adds a variable's description in the README's table of settings, as Markdown. */
export const described = <T extends ValidatorSpec<unknown>>(meaning: string, variable: T): T => ({
  ...variable,
  desc: meaning,
});

/** Variable → its value, as parsed by its validator. */
type Values<V extends Variables> = Pick<CleanedEnv<V>, keyof CleanedEnv<V> & keyof V>;

/** A class of settings; its instance has one property for each variable, of the same name. */
export interface SettingsType<T extends object = object> extends Type<T> {
  new (values: Readonly<Record<string, unknown>>): T;
  readonly variables: Variables;
  /** Whether responses show the settings, so that their entity tags depend on them. */
  readonly areShown: boolean;
}

/**
 * Returns the base class for the settings of a module, as `PartialType` does for DTOs: the instance
 * has one property for each variable, and is injected by its class.
 *
 * @param variables validators of envalid; a variable without a default is required
 * @param areShown whether responses show the settings, so that their entity tags must change with
 * them; never for secrets
 */
export function SettingsOf<V extends Variables>(
  variables: V,
  { areShown = false }: { areShown?: boolean } = {},
): SettingsType<Values<V>> {
  // eslint-disable-next-line @typescript-eslint/no-extraneous-class -- its subclasses have members
  class OwnSettings {
    static readonly variables = variables;
    static readonly areShown = areShown;

    constructor(values: Partial<Values<V>>) {
      const names = Object.keys(variables);
      Object.assign(this, Object.fromEntries(names.map((name) => [name, values[name]])));
    }
  }
  return OwnSettings as unknown as SettingsType<Values<V>>;
}
