// Parts in a folder: each is written to its place in one file, so that completing is a rename whatever the size. A note beside it,
// written after the bytes are flushed, says that the part is there. A part that is sent again waits in a file of its own until the
// end: were it written over the first, a death in the middle would lose what was acknowledged.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Blobs, checkedKey, type Part, PartsChanged, PartsGone, partSize } from './blobs.ts'
import { flushFolder, makeFolder, missing, readText, writeExactly } from './durable-files.ts'

type Given = { folder: string; into(key: string, from: string): Promise<void> }
/** Of one part: its etag and size, and the file it waits in when it was sent again. */
type Note = { etag: string; size: number; aside?: string }

export function folderParts({ folder, into }: Given): Blobs['parts'] {
  const home = (id: string) => {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new PartsGone()
    return join(folder, id)
  }
  const noteOf = async (id: string, number: number): Promise<Note | undefined> => {
    const text = await readText(join(home(id), `${number}.json`))
    return text === undefined ? undefined : JSON.parse(text)
  }
  async function writeNote(id: string, number: number, note: Note) {
    const file = join(home(id), `${number}.json`)
    await write(`${file}.new`, JSON.stringify(note))
    await rename(`${file}.new`, file)
    await flushFolder(home(id))
  }

  // the same part twice at once: one after the other
  const busy = new Map<string, Promise<unknown>>()
  async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    const mine = (busy.get(name) ?? Promise.resolve()).then(work, work)
    busy.set(name, mine)
    return await mine.finally(() => {
      if (busy.get(name) === mine) busy.delete(name)
    })
  }

  async function putPart(id: string, number: number, body: Readable, size: number): Promise<Part> {
    if (number < 1 || size > partSize) throw new Error(`part ${number} of ${size} bytes`)
    const before = await noteOf(id, number)
    const etag = randomUUID()
    const aside = before && `${number}-${etag}`
    const handle = await open(join(home(id), aside ?? 'data'), aside ? 'wx' : 'r+').catch((error) => {
      throw missing(error) ? new PartsGone() : error
    })
    try {
      await writeExactly(handle, body, size, aside ? 0 : (number - 1) * partSize)
    } catch (error) {
      if (aside) await rm(join(home(id), aside), { force: true })
      throw error
    } finally {
      await handle.close()
    }
    await writeNote(id, number, { etag, size, ...(aside && { aside }) })
    if (before?.aside) await rm(join(home(id), before.aside), { force: true })
    return { number, etag }
  }

  async function complete(key: string, id: string, parts: Part[]): Promise<void> {
    const data = join(home(id), 'data')
    if (!(await stat(data).catch(() => undefined))) throw new PartsGone()
    let total = 0
    for (const [at, { number, etag }] of parts.entries()) {
      const note = await noteOf(id, number)
      if (number !== at + 1 || note?.etag !== etag || (note.size !== partSize && at !== parts.length - 1)) throw new PartsChanged()
      total += note.size
      if (!note.aside) continue
      const handle = await open(data, 'r+')
      await writeExactly(handle, createReadStream(join(home(id), note.aside)), note.size, at * partSize).finally(() => handle.close())
    }
    const handle = await open(data, 'r+')
    await handle
      .truncate(total)
      .then(() => handle.sync())
      .finally(() => handle.close())
    await into(key, data)
    await rm(home(id), { recursive: true, force: true })
  }

  return {
    async begin(key) {
      checkedKey(key)
      const id = randomUUID()
      await makeFolder(home(id))
      await write(join(home(id), 'data'), '')
      await write(join(home(id), 'key'), key)
      await flushFolder(home(id))
      return id
    },
    put: (_key, id, number, body, size) => alone(`${id}/${number}`, () => putPart(id, number, body, size)),
    complete: (key, id, parts) => alone(id, () => complete(key, id, parts)),
    abort: async (_key, id) => rm(home(id), { recursive: true, force: true }),
    async *stale(before) {
      for (const id of await readdir(folder).catch(() => [])) {
        const begun = await stat(join(folder, id, 'key')).catch(() => undefined)
        const key = await readText(join(folder, id, 'key'))
        if (begun && key && begun.mtime < before) yield { key, id }
      }
    },
  }
}

async function write(file: string, text: string) {
  const handle = await open(file, 'w')
  await handle
    .writeFile(text)
    .then(() => handle.sync())
    .finally(() => handle.close())
}
