// Tests of the plan of an upload of files and folders.
import { expect, test } from 'vitest'
import { fromFiles, type CollectedFile } from './file-collection.ts'
import { groupRefusals, plan } from './plan.ts'

const collected = (address: string, size = 5): CollectedFile => {
  const path = address.split('/')
  const name = path.pop() ?? ''
  return { file: new File([new Uint8Array(size)], name), path }
}
const folders = (...paths: string[]) => paths.map((path) => path.split('/'))
const rules = { maxSize: { video: 10, other: 8 }, extensions: { video: ['mp4'], document: ['pdf'] }, maxLevel: 2, maxFiles: 3 }

test('loose files and folders; .DS_Store is not named, the rest says why it stays', () => {
  const {
    files,
    folders: planned,
    unsupported,
  } = plan(
    {
      files: [
        collected('a.mp4'),
        collected('.DS_Store'),
        collected('b.exe'),
        collected('empty.pdf', 0),
        collected('large.mp4', 11),
        collected('x\u202eb.pdf'),
        collected('Week 1/c.pdf'),
        collected('Week 1/.DS_Store'),
        collected('Week 1/deep/d.docx'),
      ],
      folders: folders('Week 1', 'Week 1/deep', 'Nothing in it'),
    },
    rules,
  )
  expect(files.map(({ file }) => file.name)).toEqual(['a.mp4'])
  expect(planned.map(({ name, files: contents, fault }) => [name, contents.length, fault])).toEqual([
    ['Week 1', 1, undefined],
    ['Nothing in it', 0, undefined],
  ])
  expect(unsupported.map(({ name, code }) => `${name} ${code}`)).toEqual([
    'b.exe fileUpload.typeError',
    'empty.pdf fileUpload.zeroSize',
    'large.mp4 fileUpload.tooLarge',
    'x\u202eb.pdf fileUpload.nameError',
    'Week 1/deep/d.docx fileUpload.typeError',
  ])
  expect(groupRefusals(unsupported).map(([group, files]) => `${group} ${files.map(({ name }) => name).join()}`)).toEqual([
    'empty empty.pdf',
    'large large.mp4',
    'type b.exe,Week 1/deep/d.docx',
    'name x\u202eb.pdf',
  ])
})

test('a folder that is too deep or too full stays as a whole; its future place counts', () => {
  const deep = { files: [collected('A/B/C/x.pdf')], folders: folders('A', 'A/B', 'A/B/C') }
  expect(plan(deep, rules).folders[0]).toMatchObject({ files: [], fault: { code: 'folderExceedsMaxLevel', limit: 2 } })
  const two = { files: [collected('A/B/x.pdf')], folders: folders('A', 'A/B') }
  expect(plan(two, rules).folders[0]?.fault).toBeUndefined()
  expect(plan(two, rules, 1).folders[0]?.fault?.code).toBe('folderExceedsMaxLevel')
  const full = { files: [1, 2, 3, 4].map((n) => collected(`A/${n}.pdf`)), folders: folders('A') }
  expect(plan(full, rules).folders[0]).toMatchObject({ fault: { code: 'fileExceedsMaxCount', limit: 3 } })
  const three = { files: [...full.files.slice(1), collected('A/.DS_Store')], folders: full.folders }
  expect(plan(three, rules).folders[0]?.files).toHaveLength(3)
  expect(plan({ files: [collected('A\u202e/x.pdf')], folders: folders('A\u202e') }, rules).folders[0]?.fault?.code).toBe(
    'fileUpload.nameError',
  )
})

test('a folder from the picker has its folders by the paths of its files', () => {
  const file = new File(['x'], 'x.pdf')
  Object.defineProperty(file, 'webkitRelativePath', { value: 'A/B/x.pdf' })
  expect(fromFiles([file, new File(['y'], 'y.pdf')])).toMatchObject({
    files: [{ path: ['A', 'B'] }, { path: [] }],
    folders: [['A'], ['A', 'B']],
  })
})
