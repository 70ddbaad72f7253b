// Fetching of bytes in ranges that the server serves to readers without the right to download.

/** Bytes of one range at most. */
export const maxRangeBytes = 1024 * 1024
/** Requests under way at once: browsers open six connections to an origin. */
const atOnce = 4

export class BytesError extends Error {
  status: number
  constructor(status: number) {
    super(`status ${status}`)
    this.status = status
  }
}

/** The bytes from `from` up to but without `to`. Throws BytesError. */
export async function fetchRange(address: string, from: number, to: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(address, { headers: { range: `bytes=${from}-${to - 1}` }, signal })
  if (!answer.ok) throw new BytesError(answer.status)
  return new Uint8Array(await answer.arrayBuffer())
}

/** A whole file of a known size. Throws BytesError. */
export async function fetchInRanges(address: string, size: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const file = new Uint8Array(size)
  const starts = Array.from({ length: Math.ceil(size / maxRangeBytes) }, (_, nth) => nth * maxRangeBytes)
  const fetchNext = async () => {
    for (let start = starts.shift(); start !== undefined; start = starts.shift())
      file.set(await fetchRange(address, start, Math.min(size, start + maxRangeBytes), signal), start)
  }
  await Promise.all(Array.from({ length: atOnce }, fetchNext))
  return file
}
