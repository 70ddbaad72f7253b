// Parts in a folder: each is written to its place in one file, so that completing is a rename whatever the size. A line in `notes`,
// written after the bytes are flushed, says that the part is there. A part that is sent again waits in a file of its own until the
// end: were it written over the first, a death in the middle would lose what was acknowledged.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Blobs, type Bytes, checkedKey, type Part, PartsChanged, PartsGone } from './blobs.ts'
import { flushFolder, makeFolder, missing, readText, writeExactly } from './durable-files.ts'

export const partSize = 4 * 1024 * 1024

type Given = { folder: string; into(key: string, from: string): Promise<void> }
/** Of one part: its etag and size, and the file it waits in when it was sent again. */
type Note = { number: number; etag: string; size: number; aside?: string }
type Notes = Map<number, Note>

export function folderParts({ folder, into }: Given): Blobs['parts'] {
  const home = (id: string) => {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new PartsGone()
    return join(folder, id)
  }

  // this process alone writes here, so what it has read and written it knows
  const known = new Map<string, Promise<Notes>>()
  const notesOf = (id: string): Promise<Notes> => {
    const before = known.get(id)
    if (before) return before
    const reading = readText(join(home(id), 'notes')).then((text) => {
      if (text === undefined) throw new PartsGone()
      return new Map(
        text
          .split('\n')
          .flatMap(parsed)
          .map((note) => [note.number, note]),
      )
    })
    known.set(id, reading)
    reading.catch(() => known.delete(id))
    return reading
  }
  async function writeNote(id: string, note: Note) {
    const handle = await open(join(home(id), 'notes'), 'a')
    await handle
      .write(`\n${JSON.stringify(note)}\n`)
      .then(() => handle.datasync())
      .finally(() => handle.close())
    ;(await notesOf(id)).set(note.number, note)
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

  async function putPart(id: string, number: number, body: Bytes, size: number): Promise<Part> {
    if (number < 1 || size > partSize) throw new Error(`part ${number} of ${size} bytes`)
    const before = (await notesOf(id)).get(number)
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
    if (aside) await flushFolder(home(id))
    await writeNote(id, { number, etag, size, ...(aside && { aside }) })
    if (before?.aside) await rm(join(home(id), before.aside), { force: true })
    return { number, etag }
  }

  async function complete(key: string, id: string, parts: Part[]): Promise<void> {
    const data = join(home(id), 'data')
    if (!(await stat(data).catch(() => undefined))) throw new PartsGone()
    const notes = await notesOf(id)
    let total = 0
    for (const [at, { number, etag }] of parts.entries()) {
      const note = notes.get(number)
      if (number !== at + 1 || note?.etag !== etag || (note.size !== partSize && at !== parts.length - 1)) throw new PartsChanged()
      total += note.size
    }
    const handle = await open(data, 'r+')
    try {
      for (const { number, size, aside } of notes.values()) {
        if (aside) await writeExactly(handle, createReadStream(join(home(id), aside)), size, (number - 1) * partSize)
      }
      await handle.truncate(total)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await into(key, data)
    await forget(id)
  }

  async function forget(id: string) {
    await rm(home(id), { recursive: true, force: true })
    known.delete(id)
  }

  return {
    async begin(key) {
      checkedKey(key)
      const id = randomUUID()
      await makeFolder(home(id))
      for (const [name, text] of [
        ['data', ''],
        ['notes', ''],
        ['key', key],
      ] as const)
        await write(join(home(id), name), text)
      await flushFolder(home(id))
      return id
    },
    put: (_key, id, number, body, size) => alone(`${id}/${number}`, () => putPart(id, number, body, size)),
    complete: (key, id, parts) => alone(id, () => complete(key, id, parts)),
    abort: (_key, id) => alone(id, () => forget(id)),
    async *stale(before) {
      for (const id of await readdir(folder).catch(() => [])) {
        const begun = await stat(join(folder, id, 'key')).catch(() => undefined)
        const key = await readText(join(folder, id, 'key'))
        if (begun && key && begun.mtime < before) yield { key, id }
      }
    },
  }
}

/** A line that was cut by a death was never answered for. */
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
