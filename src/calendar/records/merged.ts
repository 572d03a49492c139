/**
 * The fields of a record after a write that simply become columns of the same names: what was sent,
 * or else what is stored, or else the default; null clears to the default
 * (docs/interface.md#merges).
 */
export function merged<Values extends object>(
  sent: NoInfer<{ [Field in keyof Values]?: Values[Field] | null }>,
  stored: NoInfer<Values> | undefined,
  defaults: Values,
): Values {
  const values = { ...defaults };
  for (const field of Object.keys(defaults) as (keyof Values)[]) {
    const value = sent[field] === undefined ? stored?.[field] : sent[field];
    values[field] = value ?? defaults[field];
  }
  return values;
}
