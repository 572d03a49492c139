/** The maximum of a 32-bit integer. */
const SMALL = 2_147_483_647;

/**
 * Sets the `format` of all integers of a schema, in place and at any depth: `int32`, as in the
 * databases, unless the maximum is greater.
 */
export function sizeIntegers(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  if ('type' in part && part.type === 'integer' && !('format' in part)) {
    const { maximum = SMALL } = part as { maximum?: number };
    Object.assign(part, { format: maximum > SMALL ? 'int64' : 'int32' });
  }
  for (const [name, inner] of Object.entries(part))
    // Examples are values, not schemas.
    if (name !== 'example') sizeIntegers(inner);
}
