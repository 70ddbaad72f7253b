// Attempts that this page has begun a moment ago: nothing of them is saved yet, so nothing has to be read.
const begun = new Set<string>()
/** Milliseconds of the server's clock between the start and its answer. */
const moment = 3000

export function noteBegun({ id, started_at, now }: { id: string; started_at: string; now: string }) {
  if (Date.parse(now) - Date.parse(started_at) < moment) begun.add(id)
}
/** True once. */
export const isBegun = (id: string): boolean => begun.delete(id)
