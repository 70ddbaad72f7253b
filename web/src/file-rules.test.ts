import { expect, test } from 'vitest'
import { extensionOf, nameIsValid, sort } from './file-rules.ts'

test('names', () => {
  for (const name of ['Marine Biology.mp4', '海洋.pdf', 'ชีววิทยา.mp4', 'a', '.env', 'x'.repeat(255)])
    expect(nameIsValid(name), name).toBe(true)
  for (const name of ['', ' ', '..', 'a/b', 'a\\b', 'tab\t.mp4', 'exe\u202efdp.mp4', 'x'.repeat(256), '海'.repeat(86)])
    expect(nameIsValid(name), name).toBe(false)
})
test('extensions are read from the last dot, in lower case', () =>
  expect([extensionOf('A.B.MP4'), extensionOf('none')]).toEqual(['mp4', '']))
test('each refused file has its reason, the others go', () => {
  const files = [
    { name: 'fine.mp4', size: 5 },
    { name: 'empty.mp4', size: 0 },
    { name: 'huge.mp4', size: 50 },
    { name: 'notes.exe', size: 5 },
    { name: 'a:b.mp4', size: 5 },
    { name: '.DS_Store', size: 5 },
  ]
  const { fine, refused } = sort(files, { most: 10, extensions: ['mp4'] })
  expect(fine.map((file) => file.name)).toEqual(['fine.mp4'])
  expect(refused.map((one) => one.code)).toEqual([
    'fileUpload.zeroSize',
    'fileUpload.tooLarge',
    'fileUpload.typeError',
    'fileUpload.nameError',
  ])
})
