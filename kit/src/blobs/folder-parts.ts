// Parts in a folder: each is written at its offset in one file, so that completing is a rename of any size. A line in `notes`, written
// after the bytes are flushed, records the part. A part that is sent again stays in a file of its own until the end: a crash while it
// overwrote the first would lose an acknowledged part.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Blobs, type Bytes, checkKey, type Part, PartsChanged, PartsGone } from './blobs.ts'
import { flushFolder, makeFolder, missing, readText, writeExactly } from '../durable-files.ts'

export const partSize = 4 * 1024 * 1024

type FolderPartsOptions = { folder: string; into(key: string, from: string): Promise<void> }
/** The record of one part: etag and size; `aside` is its own file when it was sent again. */
type Note = { number: number; etag: string; size: number; aside?: string }
type Notes = Map<number, Note>

export function folderParts({ folder, into }: FolderPartsOptions): Blobs['parts'] {
  const folderOf = (id: string) => {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new PartsGone()
    return join(folder, id)
  }

  // this process alone writes here, so its notes can be cached
  const notesById = new Map<string, Promise<Notes>>()
  const notesOf = (id: string): Promise<Notes> => {
    const cached = notesById.get(id)
    if (cached) return cached
    const reading = readText(join(folderOf(id), 'notes')).then((text) => {
      if (text === undefined) throw new PartsGone()
      return new Map(
        text
          .split('\n')
          .flatMap(parsed)
          .map((note) => [note.number, note]),
      )
    })
    notesById.set(id, reading)
    reading.catch(() => notesById.delete(id))
    return reading
  }
  async function writeNote(id: string, note: Note) {
    const handle = await open(join(folderOf(id), 'notes'), 'a')
    await handle
      .write(`\n${JSON.stringify(note)}\n`)
      .then(() => handle.datasync())
      .finally(() => handle.close())
    ;(await notesOf(id)).set(note.number, note)
  }

  // concurrent writes of the same part run one after the other
  const busy = new Map<string, Promise<unknown>>()
  async function serialised<T>(name: string, work: () => Promise<T>): Promise<T> {
    const current = (busy.get(name) ?? Promise.resolve()).then(work, work)
    busy.set(name, current)
    return await current.finally(() => {
      if (busy.get(name) === current) busy.delete(name)
    })
  }

  async function putPart(id: string, number: number, body: Bytes, size: number): Promise<Part> {
    if (number < 1 || size > partSize) throw new Error(`part ${number} of ${size} bytes`)
    const before = (await notesOf(id)).get(number)
    const etag = randomUUID()
    const aside = before && `${number}-${etag}`
    const handle = await open(join(folderOf(id), aside ?? 'data'), aside ? 'wx' : 'r+').catch((error) => {
      throw missing(error) ? new PartsGone() : error
    })
    try {
      await writeExactly(handle, body, size, aside ? 0 : (number - 1) * partSize)
    } catch (error) {
      if (aside) await rm(join(folderOf(id), aside), { force: true })
      throw error
    } finally {
      await handle.close()
    }
    if (aside) await flushFolder(folderOf(id))
    await writeNote(id, { number, etag, size, ...(aside && { aside }) })
    if (before?.aside) await rm(join(folderOf(id), before.aside), { force: true })
    return { number, etag }
  }

  async function complete(key: string, id: string, parts: Part[]): Promise<void> {
    const data = join(folderOf(id), 'data')
    if (!(await stat(data).catch(() => undefined))) throw new PartsGone()
    const notes = await notesOf(id)
    let total = 0
    for (const [index, { number, etag }] of parts.entries()) {
      const note = notes.get(number)
      if (number !== index + 1 || note?.etag !== etag || (note.size !== partSize && index !== parts.length - 1)) throw new PartsChanged()
      total += note.size
    }
    const handle = await open(data, 'r+')
    try {
      for (const { number, size, aside } of notes.values()) {
        if (aside) await writeExactly(handle, createReadStream(join(folderOf(id), aside)), size, (number - 1) * partSize)
      }
      await handle.truncate(total)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await into(key, data)
    await removeParts(id)
  }

  async function removeParts(id: string) {
    await rm(folderOf(id), { recursive: true, force: true })
    notesById.delete(id)
  }

  return {
    async begin(key) {
      checkKey(key)
      const id = randomUUID()
      await makeFolder(folderOf(id))
      for (const [name, text] of [
        ['data', ''],
        ['notes', ''],
        ['key', key],
      ] as const)
        await write(join(folderOf(id), name), text)
      await flushFolder(folderOf(id))
      return id
    },
    put: (_key, id, number, body, size) => serialised(`${id}/${number}`, () => putPart(id, number, body, size)),
    complete: (key, id, parts) => serialised(id, () => complete(key, id, parts)),
    abort: (_key, id) => serialised(id, () => removeParts(id)),
    async *stale(before) {
      for (const id of await readdir(folder).catch(() => [])) {
        const begun = await stat(join(folder, id, 'key')).catch(() => undefined)
        const key = await readText(join(folder, id, 'key'))
        if (begun && key && begun.mtime < before) yield { key, id }
      }
    },
  }
}

/** The note of a line; a line cut by a crash was never acknowledged. */
function parsed(line: string): Note[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as Note]
  } catch {
    return []
  }
}

async function write(file: string, text: string) {
  const handle = await open(file, 'w')
  await handle
    .writeFile(text)
    .then(() => handle.sync())
    .finally(() => handle.close())
}
