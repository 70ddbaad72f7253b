// Files that are there after a power cut once the promise has resolved.
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { BlobCut } from './blobs.ts'

export const missing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Makes the folder and flushes what is above each one made. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  for (let made: string | undefined = first && folder; made; made = made === first ? undefined : dirname(made))
    await flushFolder(dirname(made))
}

/** Writes exactly `size` bytes at `at` and flushes them. BlobCut when there are fewer or more. */
export async function writeExactly(handle: FileHandle, body: Readable | Uint8Array, size: number, at = 0): Promise<void> {
  let written = 0
  for await (const chunk of body instanceof Uint8Array ? [body] : (body as AsyncIterable<Uint8Array>)) {
    if (written + chunk.length > size) throw new BlobCut()
    for (let done = 0; done < chunk.length; )
      done += (await handle.write(chunk, done, chunk.length - done, at + written + done)).bytesWritten
    written += chunk.length
  }
  if (written !== size) throw new BlobCut()
  await handle.datasync()
}

/** undefined: there is no such file. */
export const readText = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error) => {
    if (missing(error)) return undefined
    throw error
  })
