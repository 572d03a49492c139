import { Problem } from '../../platform/foundation/errors';
import type { ImportItem } from './import-source';

/**
 * Returns why a record was rejected, with the names of its fields in the source.
 *
 * @throws unexpected errors
 */
export function reasonOf(error: unknown, { names = {} }: Pick<ImportItem, 'names'>): string {
  if (!(error instanceof Problem)) throw error;
  const params = Object.entries(error.body.data.params ?? {});
  if (params.length === 0) return error.message;
  const inSource = (field: string): string => names[field] ?? field;
  return params
    .map(([path, wrong]) => {
      const [field] = path.split(/[.[]/, 1);
      const known = wrong.replace(/\b(?:start|end)_date\b/g, inSource);
      return `${inSource(field)}: ${known}`;
    })
    .join('; ');
}
