// Tests of blobs in a folder.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { folderBlobs } from './folder.ts'

test('a list names what stays, also while other folders are taken away', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-blobs-'))
  const blobs = await folderBlobs({ folder })
  const put = (key: string) => blobs.put(key, Readable.from([Buffer.from('x')]), { size: 1 })
  await put('files/kept/a')
  for (let round = 0; round < 10; round++) {
    const others = Array.from({ length: 200 }, (_, i) => `files/gone-${round}-${i}/a`)
    await Promise.all(others.map(put))
    const going = blobs.remove(others)
    for (let look = 0; look < 5; look++) {
      const found: string[] = []
      for await (const { key } of blobs.list('files/')) found.push(key)
      expect(found).toContain('files/kept/a')
    }
    await going
  }
  await rm(folder, { recursive: true })
})
