// Names in an archive: by the pattern, each once, and none that a file system refuses or that leaves its folder.
import { expect, test } from 'vitest'
import { archiveNames, defaultPattern } from './archive-names.ts'

const file = (submission_id: string, path: string) => ({ submission_id, path, name: path.slice(path.indexOf('/') + 1) })
const files = [file('a', '17_Mei Lin/essay.pdf'), file('a', '17_Mei Lin/data.csv'), file('b', '9_林美/essay.pdf')]
const names = (pattern: string, of = files) => archiveNames(of, pattern, 'Tides: a report')

test('a folder for each, or one folder for all', () => {
  expect(names(defaultPattern)).toEqual(['17_Mei Lin/essay.pdf', '17_Mei Lin/data.csv', '9_林美/essay.pdf'])
  expect(names('{title}/{person} {n} {file}')).toEqual([
    'Tides_ a report/Mei Lin 1 essay.pdf',
    'Tides_ a report/Mei Lin 2 data.csv',
    'Tides_ a report/林美 1 essay.pdf',
  ])
  expect(names('')).toEqual(names(defaultPattern))
})
test('a name stands once, whatever its case', () => {
  expect(names('{file}')).toEqual(['essay.pdf', 'data.csv', 'essay (2).pdf'])
  expect(names('{file}', [file('a', 'x/A.pdf'), file('b', 'y/a.PDF')])).toEqual(['A.pdf', 'a (2).PDF'])
})
test('a pattern without the file has it at the end', () => expect(names('{person}')[0]).toBe('Mei Lin_essay.pdf'))
test('a pseudonym has no number', () =>
  expect(names(defaultPattern, [file('a', 'Submission 17/file-1.pdf')])).toEqual(['Submission 17/file-1.pdf']))
test('no name leaves its folder or is refused by Windows', () => {
  expect(names('../{person}/{file}', [{ submission_id: 'a', path: '1_A\\B:C/..', name: '../evil?.exe' }])).toEqual(['_/A_B_C/evil_.exe'])
  expect(names('/etc/{unknown}/{file}')[0]).toBe('etc/{unknown}/essay.pdf')
})
