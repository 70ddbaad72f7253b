// Where work on an upload is done: a folder of its own, and the upload's bytes as a file on this machine.
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '@lyceum/kit/blobs'
import type { Row } from '../uploads/rows.ts'

/** A folder of this attempt's own, of a job that nobody else does; what a killed one left goes. */
export async function scratchFolder(what: string, id: string): Promise<string> {
  const prefix = `lyceum-${what}-${id}-`
  for (const name of await readdir(tmpdir())) if (name.startsWith(prefix)) await rm(join(tmpdir(), name), { recursive: true, force: true })
  return await mkdtemp(join(tmpdir(), prefix))
}

/** The upload's bytes: where they lie, else a copy in `scratch`. Throws BlobMissing. Never written to. */
export async function localFile(blobs: Blobs, row: Pick<Row, 'key' | 'etag'>, scratch: string, signal: AbortSignal): Promise<string> {
  const source = await blobs.read(row.key, { etag: row.etag ?? undefined })
  if (blobs.path) {
    source.destroy()
    return blobs.path(row.key)
  }
  const file = join(scratch, 'source')
  await pipeline(source, createWriteStream(file, { highWaterMark: 1024 * 1024 }), { signal })
  return file
}

/** Folders of ours that no program over people's files needs to see: everybody's files, and what lies beside them in one process (the database,
 *  secrets). None where files are in an object store. */
export function ownFolders(blobs: Blobs): string[] {
  if (!blobs.path) return []
  const files = dirname(blobs.path('any'))
  return [dirname(files), files]
}
