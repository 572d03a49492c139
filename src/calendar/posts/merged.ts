/**
 * Returns the unchanged fields of a record after a write: the sent value, or else the stored one, or else the
 * default. Null clears to the default (docs/interface.md#merges).
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
