// Tests of unpacking strangers' archives: what they contain, and what they pretend.
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pack, unpack } from './archive.ts'

const all = () => true
const limits = { entries: 10, bytes: 1000 }
const bytes = (text: string) => new TextEncoder().encode(text)

/** One compressed entry whose headers declare `declared` bytes. */
function compressed(file: Uint8Array, declared = file.length, flags = 0) {
  const packed = deflateRawSync(file)
  const archive = pack(new Map([['a', packed]]))
  const view = new DataView(archive.buffer)
  const directory = view.getUint32(archive.length - 6, true)
  view.setUint16(directory + 8, flags, true)
  view.setUint16(directory + 10, 8, true)
  view.setUint32(directory + 24, declared, true)
  return archive
}

test('a packed file is unpacked, as far as it is kept', async () => {
  const archive = pack(
    new Map([
      ['word/海.xml', bytes('tide')],
      ['word/b.bin', bytes('no')],
    ]),
  )
  expect([...(await unpack(archive, (name) => name.endsWith('.xml'), limits))]).toEqual([['word/海.xml', bytes('tide')]])
  expect([...(await unpack(compressed(bytes('ebb')), all, limits)).values()]).toEqual([bytes('ebb')])
})
test('a bomb is refused, whatever size it declares', async () => {
  const zeros = new Uint8Array(5_000_000)
  await expect(unpack(compressed(zeros), all, limits)).rejects.toMatchObject({ fault: 'tooLarge' })
  await expect(unpack(compressed(zeros, 10), all, limits)).rejects.toMatchObject({ fault: 'tooLarge' })
  const many = pack(new Map(Array.from({ length: 11 }, (_, nth) => [String(nth), bytes('a')])))
  await expect(unpack(many, all, limits)).rejects.toMatchObject({ fault: 'tooLarge' })
  const together = pack(
    new Map([
      ['a', new Uint8Array(600)],
      ['b', new Uint8Array(600)],
    ]),
  )
  await expect(unpack(together, all, limits)).rejects.toMatchObject({ fault: 'tooLarge' })
})
test('a broken or encrypted file is named so', async () => {
  const archive = pack(new Map([['a', bytes('tide')]]))
  for (const cut of [0, 10, 40, archive.length - 4])
    await expect(unpack(archive.slice(0, cut), all, limits)).rejects.toMatchObject({ fault: 'broken' })
  const lost = archive.slice()
  new DataView(lost.buffer).setUint32(lost.length - 6, 0xfffffff0, true)
  await expect(unpack(lost, all, limits)).rejects.toMatchObject({ fault: 'broken' })
  await expect(unpack(compressed(bytes('a'), 1, 1), all, limits)).rejects.toMatchObject({ fault: 'protected' })
  const container = (name: string) => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, ...Buffer.from(name, 'utf16le'), 0, 0])
  await expect(unpack(container('Root EncryptedPackage'), all, limits)).rejects.toMatchObject({ fault: 'protected' })
  await expect(unpack(container('EncryptedText WordDocument'), all, limits)).rejects.toMatchObject({ fault: 'broken' })
})
