/**
 * Writes batches while the next ones are generated.
 *
 * @param limit the maximum number of concurrent writes
 * @throws the error of a write or of `batches`, after all started writes have ended
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
      // It is awaited later: until then, a rejection would count as unhandled.
      begun.catch(() => undefined);
      writes.push(begun);
    }
    await Promise.all(writes);
  } finally {
    // After an error, the other writes must end before the caller closes the database.
    await Promise.allSettled(writes);
  }
}
