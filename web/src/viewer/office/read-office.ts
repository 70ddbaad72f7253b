// Reading of an office file in a worker of its own.
import { fetchInRanges } from '../byte-ranges.ts'
import { ArchiveError } from './archive.ts'
import type { OfficeAnswer, OfficeContent, OfficeFormat } from './office-worker.ts'

/** Milliseconds after which a file counts as unreadable. */
const readLimitMs = 30_000

/** Fetches and reads the file. Throws BytesError for a failed request, ArchiveError for a file that cannot be read. */
export async function readOffice(address: string, size: number, format: OfficeFormat, signal: AbortSignal): Promise<OfficeContent> {
  const bytes = await fetchInRanges(address, size, signal)
  const worker = new Worker(new URL('./office-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<OfficeContent>((resolve, reject) => {
      const fail = () => reject(new ArchiveError('broken'))
      setTimeout(fail, readLimitMs)
      signal.addEventListener('abort', () => reject(signal.reason))
      worker.onerror = fail
      worker.onmessage = ({ data }: MessageEvent<OfficeAnswer>) => ('fault' in data ? reject(new ArchiveError(data.fault)) : resolve(data))
      worker.postMessage({ format, bytes }, [bytes.buffer])
    })
  } finally {
    worker.terminate()
  }
}
