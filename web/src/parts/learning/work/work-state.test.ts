// Tests of the state of a student's work: lengths of time, lateness by the server's clock, the state in a sentence, words about attachments.
import { describe, expect, test } from 'vitest'
import { lateness, type Mine, sentencesOf, span, speaksOfAttachment, untilDue, wordCount } from './work-state.ts'

const due = '2026-11-24T12:00:00.000Z'
const version = (submitted_at: string, late_seconds = 0): Mine['versions'][number] => ({
  n: 1,
  submitted_at,
  submitted_by: null,
  due,
  late_seconds,
  text: '',
  files: [],
  receipt: 'c0ffee',
})
const mine = (part: Partial<Mine> = {}): Mine => ({
  id: null,
  state: 'none',
  group: null,
  draft: null,
  versions: [],
  opens: null,
  due,
  closes: null,
  submits_until: null,
  may_submit: true,
  refusal: null,
  submissions_left: 1,
  draft_version: 0,
  late_now_seconds: 0,
  result: null,
  version: 1,
  ...part,
})

test('a length of time is said in the greatest unit that still says something', () => {
  const lengthOf = (seconds: number) => Object.values(span(seconds)).join(' ')
  expect([0, 59, 60, 5999, 6000, 47 * 3600, 48 * 3600, -7200].map(lengthOf)).toEqual([
    'minutes 1',
    'minutes 1',
    'minutes 1',
    'minutes 99',
    'hours 1',
    'hours 47',
    'days 2',
    'hours 2',
  ])
})

test('late is what the server says; early is counted to the due time that held', () => {
  expect(lateness(version('2026-11-24T09:00:00.000Z'))).toBe(-3 * 3600)
  expect(lateness(version('2026-11-24T14:00:00.000Z', 7200))).toBe(7200)
  // a grace or an extension after the due time: not late, and not early either
  expect(lateness(version('2026-11-24T12:00:30.000Z'))).toBe(0)
  expect(lateness({ ...version(due), due: null })).toBeUndefined()
})

test('a device whose clock is wrong does not say that it is late, or in time', () => {
  const readAt = Date.parse('2020-01-01T00:00:00Z')
  expect(untilDue(mine({ late_now_seconds: 60 }), readAt, readAt + 30_000)).toBe(-90)
  expect(untilDue(mine({ due: null }), readAt, readAt)).toBeUndefined()
  expect(untilDue(mine(), readAt, Date.parse(due) - 3600_000)).toBe(3600)
})

describe('the state in a sentence', () => {
  const keys = (part: Partial<Mine>, left?: number) => sentencesOf(mine(part), left).map(({ key }) => key)
  const draft = { text: '', files: [], version: 1, updated_at: due, updated_by: null }
  const result = { returned_at: due, rework: false } as unknown as NonNullable<Mine['result']>
  test('before anything is handed in', () => {
    expect(keys({}, 60)).toEqual(['say.none', 'say.dueIn'])
    expect(keys({ draft, state: 'draft' }, 60)).toEqual(['say.draft', 'say.dueIn'])
    expect(keys({ draft, state: 'draft' }, -60)).toEqual(['say.draft', 'say.lateNow'])
    expect(keys({ due: null, submits_until: due })).toEqual(['say.none', 'say.openUntil'])
    expect(keys({ due: null })).toEqual(['say.none'])
    expect(keys({ may_submit: false }, -60)).toEqual(['say.missed'])
  })
  test('after it', () => {
    const versions = [version('2026-11-24T09:00:00.000Z')]
    expect(keys({ state: 'submitted', versions, may_submit: false }, 60)).toEqual(['say.handedInEarly'])
    expect(keys({ state: 'submitted', versions: [version(due, 60)] }, -60)).toEqual(['say.handedInLate'])
    expect(keys({ state: 'returned', versions, result, may_submit: false }, -60)).toEqual(['say.handedInEarly', 'say.returned'])
    expect(keys({ state: 'returned', versions, result: { ...result, rework: true } }, -60)).toEqual(['say.rework', 'say.lateNow'])
  })
})

test('an attachment is spoken of in six languages', () => {
  const spoken = ['See the attached file', 'Daten in der enclosed table', '见附件', '詳見附檔', 'ดูไฟล์แนบ', 'Lihat lampiran', 'Terlampir']
  expect(spoken.map(speaksOfAttachment)).toEqual(spoken.map(() => true))
  expect(['Heart attack', 'Salinity', '附近的河'].map(speaksOfAttachment)).toEqual([false, false, false])
})

test('words are counted in languages without spaces too', () => {
  expect([wordCount('One two, three.'), wordCount(''), wordCount('海洋的盐度') > 1]).toEqual([3, 0, true])
})
