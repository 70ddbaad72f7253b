// Tests of the rules of file names and extensions.
import { expect, test } from 'vitest'
import { extensionOf, faultOfName, partition, withShortName } from './file-rules.ts'

test('names', () => {
  for (const name of ['a:b?.mp4', 'Marine Biology.mp4', '海洋.pdf', 'ชีววิทยา.mp4', 'a', '.env', 'x'.repeat(255)])
    expect(faultOfName(name), name).toBeUndefined()
  for (const name of ['', ' ', '..', 'CON.txt', 'a.', 'a\u2028b.pdf', 'a/b', 'a\\b', 'tab\t.mp4', 'exe\u202efdp.mp4'])
    expect(faultOfName(name), name).toEqual({ code: 'fileUpload.nameError' })
  for (const [name, bytes] of [
    ['x'.repeat(256), 256],
    ['海'.repeat(86), 258],
  ] as const)
    expect(faultOfName(name), name).toEqual({ code: 'fileUpload.nameTooLong', params: { bytes, most: 255 } })
})
test('a name that is too long is shortened where work is handed in, and keeps its ending', () => {
  const named = (name: string) => withShortName(new File(['work'], name, { type: 'image/heic', lastModified: 5 }))
  expect(named('Essay.pdf').name).toBe('Essay.pdf')
  const short = named(`${'รายงาน'.repeat(30)}.HEIC`)
  expect(short.name).toMatch(/^รายงาน.*…\.HEIC$/)
  expect([faultOfName(short.name), short.type, short.lastModified, short.size]).toEqual([undefined, 'image/heic', 5, 4])
  // another fault is not mended
  expect(named('CON.txt').name).toBe('CON.txt')
})
test('extensions are read from the last dot, in lower case', () =>
  expect([extensionOf('A.B.MP4'), extensionOf('none')]).toEqual(['mp4', '']))
test('each refused file has its reason, the others go', () => {
  const files = [
    { name: 'fine.mp4', size: 5 },
    { name: 'empty.mp4', size: 0 },
    { name: 'huge.mp4', size: 50 },
    { name: 'notes.exe', size: 5 },
    { name: 'a\u202eb.mp4', size: 5 },
    { name: '.DS_Store', size: 5 },
  ]
  const { accepted, refused } = partition(files, { maxSize: 10, extensions: ['mp4'] })
  expect(accepted.map((file) => file.name)).toEqual(['fine.mp4'])
  expect(refused.map((one) => one.code)).toEqual([
    'fileUpload.zeroSize',
    'fileUpload.tooLarge',
    'fileUpload.typeError',
    'fileUpload.nameError',
  ])
})

test('sizes and extensions by type', () => {
  const rules = { maxSize: { video: 10, other: 3 }, extensions: { video: ['mp4'], document: ['pdf'], other: ['zip'] } }
  const { accepted, refused } = partition(
    [
      { name: 'a.MP4', size: 10 },
      { name: 'b.mp4', size: 11 },
      { name: 'c.pdf', size: 4 },
      { name: 'd.tar', size: 1 },
    ],
    rules,
  )
  expect(accepted.map(({ name }) => name)).toEqual(['a.MP4'])
  expect(refused).toEqual([
    { name: 'b.mp4', code: 'fileUpload.tooLarge', params: { limit: 10 } },
    { name: 'c.pdf', code: 'fileUpload.tooLarge', params: { limit: 3 } },
    { name: 'd.tar', code: 'fileUpload.typeError', params: { extension: 'tar' } },
  ])
  const both = { maxSize: { video: 10, document: 3 }, extensions: { video: ['ts'], document: ['ts', 'pdf'] } }
  expect(partition([{ name: 'film.ts', size: 9 }], both).refused).toEqual([])
})
