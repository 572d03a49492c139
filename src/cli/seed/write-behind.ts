/**
 * Writes batches while the next ones are made.
 *
 * @param limit how many writes may be under way at the same time
 * @throws what a write or the making of a batch throws, when no write is under way any more
 */
export async function writeBehind<Batch>(
  batches: Iterable<Batch> | AsyncIterable<Batch>,
  limit: number,
  write: (batch: Batch) => Promise<void>,
): Promise<void> {
  const writes: Promise<void>[] = [];
  try {
    for await (const batch of batches) {
      if (writes.length >= limit) await writes.shift();
      const begun = write(batch);
      // It is waited for when others have begun: until then nobody would hear of its error.
      begun.catch(() => undefined);
      writes.push(begun);
    }
    await Promise.all(writes);
  } finally {
    // Where one has failed, the others still need the database, which is closed after this.
    await Promise.allSettled(writes);
  }
}
