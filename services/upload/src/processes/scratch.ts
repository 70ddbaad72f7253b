// Scratch folders for work on an upload, and the upload's bytes as a local file.
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '@lyceum/kit/blobs/blobs'
import type { Row } from '../rows/rows.ts'

/** Creates the folder of one attempt and deletes those that killed attempts have left. */
export async function scratchFolder(purpose: string, id: string): Promise<string> {
  const prefix = `lyceum-${purpose}-${id}-`
  for (const name of await readdir(tmpdir())) if (name.startsWith(prefix)) await rm(join(tmpdir(), name), { recursive: true, force: true })
  return await mkdtemp(join(tmpdir(), prefix))
}

/** The path of the upload's bytes in a folder store, else of a copy in `scratch`. Throws BlobMissing. Read only. */
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

/** Our folders that a program over people's files must not see: all files, and beside them the database and secrets of the one-process
 *  installation. None with an object store. */
export function ownFolders(blobs: Blobs): string[] {
  if (!blobs.path) return []
  const files = dirname(blobs.path('any'))
  return [dirname(files), files]
}
