// Repeats work in batches while a batch is full, since then there may be more.

const batchSize = 5000

/** `batch` deletes or changes at most `size` rows and returns their number. */
export async function repeatWhileFull(batch: (size: number) => Promise<number>, size = batchSize): Promise<void> {
  for (let done = size; done >= size; ) done = await batch(size)
}
