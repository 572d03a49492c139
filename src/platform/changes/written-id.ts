/**
 * The id of a record that has been written.
 *
 * @throws Error when it is not known: the record is not there
 */
export function writtenId(id: number | undefined): number {
  if (id === undefined) throw new Error('A record that was written has no id.');
  return id;
}
