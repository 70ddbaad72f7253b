// Durable writes: after the promise resolves, the file survives a power cut.
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BlobCut, type Bytes } from './blobs/blobs.ts'

export const missing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Makes the folder and its parents, and flushes the parent of each one made. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  for (let made: string | undefined = first && folder; made; made = made === first ? undefined : dirname(made))
    await flushFolder(dirname(made))
}

/** Bytes of one write to the disk: fewer and larger ones cost a third. */
const batchSize = 1024 * 1024

/** Writes exactly `size` bytes from `offset` on and flushes them, reading while it writes. BlobCut when there are fewer or more. */
export async function writeExactly(handle: FileHandle, body: Bytes, size: number, offset = 0): Promise<void> {
  let written = 0
  let batch: Uint8Array[] = []
  let batched = 0
  let writing: Promise<void> = Promise.resolve()
  const flush = async () => {
    const list = batch
    const position = offset + written
    written += batched
    batch = []
    batched = 0
    await writing
    writing = writeAll(handle, list, position)
    writing.catch(() => {}) // the next `await writing` throws it
  }
  try {
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      if (written + batched + chunk.length > size) throw new BlobCut()
      batch.push(chunk)
      batched += chunk.length
      if (batched >= batchSize) await flush()
    }
    if (batched > 0) await flush()
  } finally {
    await writing
  }
  if (written !== size) throw new BlobCut()
  await handle.datasync()
}

async function writeAll(handle: FileHandle, list: Uint8Array[], position: number): Promise<void> {
  const total = list.reduce((sum, { length }) => sum + length, 0)
  const { bytesWritten } = await handle.writev(list, position)
  if (bytesWritten === total) return
  const rest = Buffer.concat(list).subarray(bytesWritten)
  for (let done = 0; done < rest.length; ) {
    done += (await handle.write(rest, done, rest.length - done, position + bytesWritten + done)).bytesWritten
  }
}

/** The file's text; undefined when there is no such file. */
export const readText = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error) => {
    if (missing(error)) return undefined
    throw error
  })
