/**
 * Returns the id of a written record.
 *
 * @throws Error when it is undefined: the record does not exist
 */
export function writtenId(id: number | undefined): number {
  if (id === undefined) throw new Error('A record that was written has no id.');
  return id;
}
