// The thread of reading.ts: fetches the files, unpacks archives in the folder that it is given, and gives rows in batches; then it waits for the next files.
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parentPort } from 'node:worker_threads'
import { BadZip, openZip, type Zip, type ZipFault } from '@lyceum/kit/archives/zip'
import { Problem, refused } from '@lyceum/kit/calls/errors'
import { UnclosedQuote } from '@lyceum/kit/text/csv-reader'
import { csvStream } from '@lyceum/kit/text/csv-stream'
import { fileEnd } from './file-end.ts'
import { mappingOf, missingField } from './fields.ts'
import type { SourceFile } from './files.ts'
import { type OpenFile, readOneRoster } from './oneroster.ts'
import type { Message, ReadFile, ReadRequest } from './reading.ts'
import { rowReader, type StagedRow } from './rows.ts'

type Order = ReadRequest & { folder: string }
/** The reading that is under way. */
let request: Order
const batch = 2500

/** The bytes could not be had: soon over. */
class Away extends Error {}

const send = (message: Message) => parentPort!.postMessage(message)
let waiting: StagedRow[] = []
/** Until the batch before is taken: the next one is read meanwhile. */
let taken: Promise<unknown> = Promise.resolve()
async function flush(): Promise<void> {
  if (waiting.length === 0) return
  const batch = { rows: JSON.stringify(waiting), count: waiting.length }
  waiting = []
  await taken
  taken = new Promise((resolve) => parentPort!.once('message', resolve))
  send(batch)
}
async function give(row: StagedRow): Promise<void> {
  waiting.push(row)
  if (waiting.length >= batch) await flush()
}

async function* fetched({ url, size }: SourceFile): AsyncGenerator<Uint8Array> {
  const answer = await fetch(url).catch((error: unknown) => {
    throw new Away(String(error))
  })
  if (!answer.ok || !answer.body) throw new Away(`${answer.status}`)
  let read = 0
  try {
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      read += chunk.length
      yield chunk
    }
  } catch (error) {
    throw new Away(String(error))
  }
  // a connection that breaks may look like the end
  if (read < size) throw new Away(`${read} of ${size} bytes`)
}

const faults: Record<ZipFault, 'roster.encrypted' | 'roster.unsafePath' | 'roster.tooLarge' | 'roster.unreadable'> = {
  encrypted: 'roster.encrypted',
  unsafe: 'roster.unsafePath',
  tooLarge: 'roster.tooLarge',
  broken: 'roster.unreadable',
}
function problemOf(file: string, error: unknown): unknown {
  if (error instanceof UnclosedQuote) return refused(400, 'roster.openQuote', { file, line: error.line })
  if (error instanceof BadZip) return refused(400, faults[error.fault], { file })
  return error
}

/** The first bytes of archives and workbooks, of old workbooks, and of PDF. */
const binaries = ['504b0304', 'd0cf11e0', '25504446']
const isZip = (name: string) => /\.zip$/i.test(name)

/** The files of the request, those of archives too. */
async function openAll(zips: Zip[]): Promise<OpenFile[]> {
  const files: OpenFile[] = []
  for (const [nth, file] of request.files.entries()) {
    if (!isZip(file.name)) {
      files.push({ name: file.name, bytes: () => fetched(file) })
      continue
    }
    const path = join(request.folder, `${nth}.zip`)
    await pipeline(fetched(file), createWriteStream(path))
    const zip = await openZip(path)
    zips.push(zip)
    files.push(...zip.entries.filter(({ name }) => /\.csv$/i.test(name) && !name.startsWith('__MACOSX/')))
  }
  return files
}

/** Rows of a file of one kind, after its first line. */
async function readTable({ name, bytes }: OpenFile, nth: number, kind: ReadFile['kind'] & string): Promise<ReadFile> {
  const end = fileEnd()
  let isBinary: boolean | undefined
  async function* checked() {
    for await (const chunk of bytes()) {
      isBinary ??= binaries.includes(Buffer.from(chunk.subarray(0, 4)).toString('hex'))
      if (isBinary) throw refused(400, 'roster.unreadable', { file: name })
      yield chunk
    }
  }
  const stream = csvStream(end.watched(checked()), { encoding: request.encoding ?? undefined })
  let columns: string[] | undefined
  let mapping = {}
  let read: ReturnType<typeof rowReader> | undefined
  let lines = 0
  const first: string[][] = []
  for await (const rows of stream.rows) {
    for (const row of rows) {
      if (!columns) {
        columns = row.cells
        mapping = mappingOf(kind, columns, request.mapping)
        const missing = missingField(kind, mapping)
        if (missing && request.look === null) throw refused(400, 'roster.columnMissing', { file: name, column: missing })
        read = rowReader(kind, columns, mapping)
        continue
      }
      lines++
      end.take(row, columns)
      if (request.look === null) await give(read!(row, nth))
      else if (first.push(row.cells) >= request.look) break
    }
    if (request.look !== null && first.length >= request.look) break
  }
  return {
    name,
    kind,
    lines,
    encoding: stream.encoding() ?? 'utf-8',
    replaced: stream.replaced(),
    delta: false,
    endsEarly: end.endsEarly(),
    columns: columns ?? [],
    first,
    mapping,
  }
}

async function work(): Promise<ReadFile[]> {
  const zips: Zip[] = []
  try {
    const opened = await openAll(zips)
    if (opened.length === 0) throw refused(400, 'roster.noFile')
    const { kind } = request
    if (kind === 'oneroster') return await readOneRoster(opened, { look: request.look, encoding: request.encoding, give, problemOf })
    const files: ReadFile[] = []
    for (const [nth, file] of opened.entries())
      files.push(
        await readTable(file, nth, kind).catch((error: unknown) => {
          throw problemOf(file.name, error)
        }),
      )
    return files
  } catch (error) {
    throw problemOf('', error)
  } finally {
    for (const zip of zips) await zip.close()
  }
}

async function read(order: Order): Promise<void> {
  request = order
  waiting = []
  taken = Promise.resolve()
  try {
    const files = await work()
    await flush()
    await taken
    send({ files })
  } catch (error) {
    // its answer would be taken for one to the next files
    await taken
    if (error instanceof Away) send({ away: error.message })
    else if (error instanceof Problem && error.status < 500) send({ code: error.code, params: error.params })
    else throw error
  }
}
parentPort!.on('message', (message: Order | 'next') => {
  if (message !== 'next') void read(message)
})
