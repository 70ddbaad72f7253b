// Blobs in a folder. Each is written to a temporary file, flushed and renamed, and the folder flushed: after a power cut an object is complete
// or absent.
import { randomUUID } from 'node:crypto'
import { createReadStream, type Stats } from 'node:fs'
import { copyFile, link, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { BlobChanged, BlobMissing, type Blobs, checkKey, type ListedBlob } from './blobs.ts'
import { folderParts, partSize } from './folder-parts.ts'
import { flushFolder, makeFolder, missing, writeExactly } from '../durable-files.ts'

/** Changes with every put: each makes another file. */
const etagOf = (stats: Stats) => `${stats.size.toString(36)}-${Math.round(stats.mtimeMs * 1000).toString(36)}-${stats.ino.toString(36)}`

/** `tidy` false: another process owns the folder and its unfinished files; this one reads and adds. */
export async function folderBlobs({ folder, tidy = true }: { folder: string; tidy?: boolean }): Promise<Blobs> {
  const aside = join(folder, '.aside')
  await makeFolder(aside)
  // unfinished files of a killed process
  if (tidy) for (const name of await readdir(aside)) await rm(join(aside, name), { force: true })
  const path = (key: string) => join(folder, checkKey(key))

  async function moveInto(key: string, from: string) {
    const target = path(key)
    for (let attempt = 1; ; attempt++) {
      try {
        await makeFolder(dirname(target))
        await rename(from, target)
        return await flushFolder(dirname(target))
      } catch (error) {
        // a concurrent removal deleted the folder while it was empty
        if (attempt === 5 || !missing(error)) throw error
      }
    }
  }

  async function remove(key: string) {
    const target = path(key)
    await rm(target, { force: true })
    // removes the parents that are now empty, up to the first that is not
    for (let up = dirname(target); up !== folder; up = dirname(up)) {
      if (
        !(await rmdir(up).then(
          () => true,
          (error) => missing(error),
        ))
      )
        return
    }
  }

  async function* list(prefix: string): AsyncIterable<ListedBlob> {
    const top = join(folder, prefix.slice(0, prefix.lastIndexOf('/') + 1))
    for await (const file of filesBelow(top)) {
      const key = relative(folder, file).split(sep).join('/')
      if (key.startsWith('.') || !key.startsWith(prefix)) continue
      const stats = await stat(file).catch(() => undefined)
      if (stats) yield { key, size: stats.size, at: stats.mtime }
    }
  }

  return {
    kind: 'folder',
    partSize,
    path,
    list,
    ready: async () => void (await stat(folder)),
    async put(key, body, { size }) {
      const file = join(aside, randomUUID())
      const handle = await open(file, 'wx')
      try {
        await writeExactly(handle, body, size)
        const etag = etagOf(await handle.stat())
        await moveInto(key, file)
        return { size, etag }
      } catch (error) {
        await rm(file, { force: true })
        throw error
      } finally {
        await handle.close()
      }
    },
    stat: (key) =>
      stat(path(key)).then(
        (stats) => (stats.isFile() ? { size: stats.size, etag: etagOf(stats) } : undefined),
        (error) => {
          if (missing(error)) return undefined
          throw error
        },
      ),
    async read(key, { start, end, etag } = {}) {
      const handle = await open(path(key)).catch((error) => {
        throw missing(error) ? new BlobMissing(key) : error
      })
      const stats = await handle.stat()
      if (!stats.isFile() || (etag && etag !== etagOf(stats))) {
        await handle.close()
        throw stats.isFile() ? new BlobChanged(key) : new BlobMissing(key)
      }
      return createReadStream('', { fd: handle, start, end: end ?? stats.size - 1, highWaterMark: 256 * 1024 })
    },
    async copy(from, to, etag) {
      const file = join(aside, randomUUID())
      // a hard link to the same file: a later put under the first key makes another file
      await link(path(from), file)
        .catch((error) => (missing(error) ? Promise.reject(error) : copyFile(path(from), file)))
        .catch((error) => {
          throw missing(error) ? new BlobMissing(from) : error
        })
      const stats = await stat(file)
      const source = await stat(path(from)).catch(() => undefined)
      if (etagOf(stats) !== etag && (!source || etagOf(source) !== etag || source.size !== stats.size)) {
        await rm(file, { force: true })
        throw new BlobChanged(from)
      }
      await moveInto(to, file)
      return { size: stats.size, etag: etagOf(stats) }
    },
    async remove(keys) {
      for (const key of keys) await remove(key)
    },
    parts: folderParts({ folder: join(folder, '.parts'), into: moveInto }),
  }
}

/** All files below a folder. A folder that is removed meanwhile has none; the others are still listed (readdir's own recursion would stop). */
async function* filesBelow(folder: string): AsyncIterable<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    if (missing(error)) return []
    throw error
  })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}
