// Rules of handing in: open times, lateness, names of files, receipts.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fitName,
  groupTimes,
  lateSeconds,
  left,
  namelessFile,
  receiptOf,
  refusalOf,
  submitsUntil,
  type Terms,
  uniquePaths,
} from './work-rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 2, 10, minute))
const terms: Terms = { opens: null, due: at(10), closes: at(20), times: 1, until: null, lateRefused: false, attempts: null }
const fresh = { n: 0, rework: false }

test('it is taken until one millisecond before it closes', () => {
  const before = new Date(at(20).getTime() - 1)
  expect([refusalOf(terms, fresh, before), refusalOf(terms, fresh, at(20))]).toEqual([null, 'submission.closed'])
  expect(refusalOf({ ...terms, lateRefused: true }, fresh, at(10))).toBe('submission.closed')
  expect(refusalOf({ ...terms, closes: null }, fresh, at(59))).toBeNull()
})

test('again as often as the activity or an allowance says, until the end of resubmissions; rework once more at any time', () => {
  expect(refusalOf(terms, { n: 1, rework: false }, at(5))).toBe('submission.noneLeft')
  expect(refusalOf({ ...terms, times: null }, { n: 99, rework: false }, at(5))).toBeNull()
  expect(refusalOf({ ...terms, attempts: 2 }, { n: 1, rework: false }, at(5))).toBeNull()
  expect(submitsUntil({ ...terms, times: 3, until: at(15) }, { n: 1, rework: false })).toEqual(at(15))
  expect(submitsUntil({ ...terms, times: 3, until: at(15) }, fresh)).toEqual(at(20))
  expect([left(terms, { n: 1, rework: true }), refusalOf(terms, { n: 1, rework: true }, at(59))]).toEqual([1, null])
})

test('late is counted from the due time; rework is as late as what it replaces', () => {
  expect(lateSeconds(at(10), at(10), { ...fresh, lateSeconds: 0 })).toBe(0)
  expect(lateSeconds(at(10), new Date(at(10).getTime() + 1), { ...fresh, lateSeconds: 0 })).toBe(1)
  expect(lateSeconds(null, at(59), { ...fresh, lateSeconds: 0 })).toBe(0)
  expect(lateSeconds(at(10), at(59), { n: 1, rework: true, lateSeconds: 7 })).toBe(7)
})

test('nobody of a group is shut out before the last of them is', () => {
  const time = fc.option(fc.integer({ min: 0, max: 50 }).map(at))
  fc.assert(
    fc.property(fc.array(fc.record({ opens: time, due: time, closes: time }), { minLength: 1, maxLength: 6 }), (members) => {
      const group = groupTimes(members)
      for (const { opens, due, closes } of members) {
        if (group.opens) expect(opens && group.opens <= opens).toBe(true)
        if (group.due) expect(due && due <= group.due).toBe(true)
        if (group.closes) expect(closes && closes <= group.closes).toBe(true)
      }
    }),
  )
})

test('a receipt is of its submission, number, time, text and files', () => {
  const file = { upload_id: 'u', name: 'a.pdf', size: 3, type: 'document' }
  const one = receiptOf('s', 1, at(0), 'x', [file])
  expect(one).toMatch(/^[0-9A-F]{12}$/)
  expect(receiptOf('s', 1, at(0), 'x', [{ ...file, name: 'b.pdf' }])).toBe(one)
  const others = [receiptOf('s', 2, at(0), 'x', [file]), receiptOf('s', 1, at(1), 'x', [file]), receiptOf('s', 1, at(0), 'y', [file])]
  expect(new Set([one, ...others, receiptOf('s', 1, at(0), 'x', [])]).size).toBe(5)
})

describe('names', () => {
  test('say nothing of the author, and fit every file system', () => {
    expect(namelessFile({ name: 'Li Wei.PDF' }, 0)).toBe('file-1.pdf')
    expect(namelessFile({ name: 'Li Wei' }, 1)).toBe('file-2')
    expect([fitName('a/b:c'), fitName('..'), fitName('李伟')]).toEqual(['a_b_c', '_', '李伟'])
    expect(fitName(`${'รายงาน'.repeat(40)}.docx`)).toMatch(/^รายงาน.*…\.docx$/)
  })
  test('of one archive are no two the same', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a.pdf', 'A.pdf', 'a (2).pdf', 'b', 'a'), { maxLength: 12 }), (names) => {
        const paths = uniquePaths(names).map((path) => path.toLowerCase())
        expect(new Set(paths).size).toBe(names.length)
      }),
    ))
})
