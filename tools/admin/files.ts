// Copies files between a store and a folder, several at once, each with its checksum; files.ndjson lists them, one line of JSON each.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BlobMissing, type Blobs, type ListedBlob } from '@lyceum/kit/blobs/blobs'

export type KeptFile = { key: string; size: number; at: string; sha256: string }
const atOnce = 4

const fileOf = (folder: string, key: string) => join(folder, 'files', key)
const listOf = (folder: string) => join(folder, 'files.ndjson')

/** Copies files that are new or differ from `known` into the folder and adds them to `known`. Answers their number and bytes. */
export async function fetchFiles(blobs: Blobs, folder: string, known: Map<string, KeptFile>): Promise<{ files: number; bytes: number }> {
  const done = { files: 0, bytes: 0 }
  await together(blobs.list(''), async (listed) => {
    const before = known.get(listed.key)
    if (before && before.size === listed.size && before.at === listed.at.toISOString()) return
    const kept = await fetchOne(blobs, folder, listed)
    if (!kept) return
    known.set(kept.key, kept)
    done.files++
    done.bytes += kept.size
  })
  return done
}

/** undefined: the file was deleted or replaced meanwhile. The second pass finds the present one. */
async function fetchOne(blobs: Blobs, folder: string, { key, at }: ListedBlob): Promise<KeptFile | undefined> {
  const file = fileOf(folder, key)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const source = await blobs.read(key).catch((error) => {
    if (error instanceof BlobMissing) return undefined
    throw error
  })
  if (!source) return undefined
  const { through, sum } = summing()
  await pipeline(source, through, createWriteStream(`${file}.part`, { mode: 0o600, flush: true }))
  await rename(`${file}.part`, file)
  return { key, at: at.toISOString(), ...sum() }
}

export async function writeList(folder: string, known: Map<string, KeptFile>): Promise<void> {
  await pipeline(
    (function* () {
      for (const kept of known.values()) yield `${JSON.stringify(kept)}\n`
    })(),
    createWriteStream(listOf(folder), { mode: 0o600, flush: true }),
  )
}

async function* readList(folder: string): AsyncIterable<KeptFile> {
  for await (const line of createInterface({ input: createReadStream(listOf(folder)) })) if (line) yield JSON.parse(line) as KeptFile
}

/** Copies every file of the list into the store. Throws for a damaged one. */
export async function giveFiles(blobs: Blobs, folder: string): Promise<{ files: number; bytes: number }> {
  const done = { files: 0, bytes: 0 }
  await together(readList(folder), async ({ key, size, sha256 }) => {
    const file = fileOf(folder, key)
    const { through, sum } = summing()
    const source = createReadStream(file)
    source.on('error', (error) => through.destroy(error))
    await blobs.put(key, source.pipe(through), { size })
    if (sum().sha256 !== sha256) throw new Error(`${file} is damaged: its checksum is another`)
    done.files++
    done.bytes += size
  })
  return done
}

function summing() {
  const hash = createHash('sha256')
  let size = 0
  const through = new Transform({
    transform(chunk: Buffer, _, next) {
      hash.update(chunk)
      size += chunk.length
      next(null, chunk)
    },
  })
  return { through, sum: () => ({ size, sha256: hash.digest('hex') }) }
}

/** Runs `work` over a list that need not fit into memory, a few items at once. */
async function together<T>(list: AsyncIterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const from = list[Symbol.asyncIterator]()
  const next = async () => {
    for (let one = await from.next(); !one.done; one = await from.next()) await work(one.value)
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}
