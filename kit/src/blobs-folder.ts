// Blobs in a folder. Written aside, flushed, renamed, and the folder flushed: after a power cut an object is whole or not there.
import { randomUUID } from 'node:crypto'
import { createReadStream, type Stats } from 'node:fs'
import { copyFile, link, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { BlobChanged, BlobMissing, type Blobs, checkedKey, type Listed } from './blobs.ts'
import { folderParts, partSize } from './blobs-folder-parts.ts'
import { flushFolder, makeFolder, missing, writeExactly } from './durable-files.ts'

const etagOf = (at: Stats) => `${at.size.toString(36)}-${Math.round(at.mtimeMs * 1000).toString(36)}-${at.ino.toString(36)}`

/** `tidy` false: another process is at work in the folder, this one looks on and adds. */
export async function folderBlobs({ folder, tidy = true }: { folder: string; tidy?: boolean }): Promise<Blobs> {
  const aside = join(folder, '.aside')
  await makeFolder(aside)
  // what a killed process left half written
  if (tidy) for (const name of await readdir(aside)) await rm(join(aside, name), { force: true })
  const path = (key: string) => join(folder, checkedKey(key))

  async function into(key: string, from: string) {
    const target = path(key)
    for (let attempt = 1; ; attempt++) {
      try {
        await makeFolder(dirname(target))
        await rename(from, target)
        return await flushFolder(dirname(target))
      } catch (error) {
        // a removal beside us took the folder away while it was empty
        if (attempt === 5 || !missing(error)) throw error
      }
    }
  }

  async function remove(key: string) {
    const target = path(key)
    await rm(target, { force: true })
    // folders that are empty now; one that is not stops it
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

  async function* list(prefix: string): AsyncIterable<Listed> {
    const top = join(folder, prefix.slice(0, prefix.lastIndexOf('/') + 1))
    for await (const file of filesBelow(top)) {
      const key = relative(folder, file).split(sep).join('/')
      if (key.startsWith('.') || !key.startsWith(prefix)) continue
      const at = await stat(file).catch(() => undefined)
      if (at) yield { key, size: at.size, at: at.mtime }
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
        await into(key, file)
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
        (at) => (at.isFile() ? { size: at.size, etag: etagOf(at) } : undefined),
        (error) => {
          if (missing(error)) return undefined
          throw error
        },
      ),
    async read(key, { start, end, etag } = {}) {
      const handle = await open(path(key)).catch((error) => {
        throw missing(error) ? new BlobMissing(key) : error
      })
      const at = await handle.stat()
      if (!at.isFile() || (etag && etag !== etagOf(at))) {
        await handle.close()
        throw at.isFile() ? new BlobChanged(key) : new BlobMissing(key)
      }
      return createReadStream('', { fd: handle, start, end: end ?? at.size - 1, highWaterMark: 256 * 1024 })
    },
    async copy(from, to, etag) {
      const file = join(aside, randomUUID())
      // a second name for the same file: what is put under the first later is another file
      await link(path(from), file)
        .catch((error) => (missing(error) ? Promise.reject(error) : copyFile(path(from), file)))
        .catch((error) => {
          throw missing(error) ? new BlobMissing(from) : error
        })
      const at = await stat(file)
      const source = await stat(path(from)).catch(() => undefined)
      if (etagOf(at) !== etag && (!source || etagOf(source) !== etag || source.size !== at.size)) {
        await rm(file, { force: true })
        throw new BlobChanged(from)
      }
      await into(to, file)
      return { size: at.size, etag: etagOf(at) }
    },
    async remove(keys) {
      for (const key of keys) await remove(key)
    },
    parts: folderParts({ folder: join(folder, '.parts'), into }),
  }
}

/** A folder that is taken away meanwhile has no files; the others keep theirs (readdir's own recursion would end with nothing). */
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
