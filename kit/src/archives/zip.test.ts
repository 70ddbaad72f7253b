// Tests of ZIP archives that are read entry by entry.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openZip, type ZipFault, zipBounds } from './zip.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'lyceum-zip-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function textIn(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts).toString()
}

let nth = 0
async function read(bytes: Uint8Array, bounds = zipBounds): Promise<[string, string][] | ZipFault> {
  const path = join(folder, String(nth++))
  await writeFile(path, bytes)
  try {
    const zip = await openZip(path, bounds)
    try {
      const files: [string, string][] = []
      for (const { name, bytes } of zip.entries) files.push([name, await textIn(bytes())])
      return files
    } finally {
      await zip.close()
    }
  } catch (error) {
    return (error as { fault: ZipFault }).fault
  }
}
type File = Uint8Array | [bytes: Uint8Array, more: { stored?: true; mode?: number }]
/** An archive as other programs write them; `mode`: of Unix. */
function zipped(files: Record<string, File>): Uint8Array {
  const bodies: Buffer[] = []
  const listed: Buffer[] = []
  let at = 0
  for (const [name, file] of Object.entries(files)) {
    const [bytes, { stored = false, mode }] = Array.isArray(file) ? file : [file, {} as { stored?: true; mode?: number }]
    const packed = stored ? bytes : deflateRawSync(bytes)
    const about = Buffer.alloc(26)
    for (const [place, value] of [20, 0x800, stored ? 0 : 8].entries()) about.writeUInt16LE(value, 2 * place)
    for (const [place, value] of [crc32(bytes), packed.length, bytes.length].entries()) about.writeUInt32LE(value, 10 + 4 * place)
    about.writeUInt16LE(Buffer.byteLength(name), 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(((mode ?? 0) << 16) >>> 0, 6)
    place.writeUInt32LE(at, 10)
    listed.push(Buffer.from([0x50, 0x4b, 1, 2, 20, mode === undefined ? 0 : 3]), about, place, Buffer.from(name))
    const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, Buffer.from(name), packed])
    bodies.push(body)
    at += body.length
  }
  const directory = Buffer.concat(listed)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  for (const place of [8, 10]) end.writeUInt16LE(Object.keys(files).length, place)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, directory, end])
}
const text = (letters: string) => new TextEncoder().encode(letters)

test('files are read, packed and stored, with names of UTF-8; folders are left out', async () => {
  const bytes = zipped({ 'a/': new Uint8Array(0), 'a/用户.csv': text('x'.repeat(5000)), 'b.csv': [text('1,2'), { stored: true }] })
  expect(await read(bytes)).toEqual([
    ['a/用户.csv', 'x'.repeat(5000)],
    ['b.csv', '1,2'],
  ])
})

test('a name in the encoding of its computer is read', async () => {
  const bytes = Buffer.from(zipped({ 'xxxxxxxx.csv': text('1') }))
  const name = Buffer.from('d1a7c9fac3fbb5a5', 'hex')
  // without the mark of UTF-8
  bytes.writeUInt16LE(0, 6)
  bytes.writeUInt16LE(0, bytes.indexOf('PK\x01\x02', 0, 'latin1') + 8)
  for (let at = bytes.indexOf('xxxxxxxx'); at >= 0; at = bytes.indexOf('xxxxxxxx')) name.copy(bytes, at)
  expect(await read(bytes)).toEqual([['学生名单.csv', '1']])
})

test('paths that lead elsewhere, links and passwords are refused', async () => {
  for (const name of ['../a.csv', 'a/../../b', '/etc/passwd', 'C:/a.csv', '..\\a.csv'])
    expect(await read(zipped({ [name]: text('1') }))).toBe('unsafe')
  expect(await read(zipped({ link: [text('/etc/passwd'), { mode: 0o120777 }] }))).toBe('unsafe')
  const locked = Buffer.from(zipped({ 'a.csv': text('1') }))
  locked[locked.indexOf('PK\x01\x02', 0, 'latin1') + 8]! |= 1
  expect(await read(locked)).toBe('encrypted')
})

test('bombs and lies about sizes are refused before memory is full', async () => {
  const zeros = zipped({ 'a.csv': new Uint8Array(20_000_000) })
  expect(await read(zeros, { ...zipBounds, ratio: 100 })).toBe('tooLarge')
  expect(await read(zipped({ a: text('1'), b: text('2') }), { ...zipBounds, entries: 1 })).toBe('tooLarge')
  const lying = Buffer.from(zeros)
  lying.writeUInt32LE(1000, lying.indexOf('PK\x01\x02', 0, 'latin1') + 24)
  expect(await read(lying)).toBe('tooLarge')
})

test('broken archives are refused, wherever they end', async () => {
  const whole = zipped({ 'a.csv': text('line,line\n'.repeat(3000)) })
  for (const length of [0, 1, 30, whole.length - 30, whole.length - 1]) expect(await read(whole.subarray(0, length))).toBe('broken')
  const bent = Buffer.from(whole)
  bent.fill(0xff, 40, 60)
  expect(['broken', 'tooLarge']).toContain(await read(bent))
})
