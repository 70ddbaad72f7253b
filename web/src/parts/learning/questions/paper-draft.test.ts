// Points of a paper are summed exactly, entries keep their keys, and what is moved is neither lost nor doubled.
import { expect, test } from 'vitest'
import {
  bodyOf,
  countOf,
  draftOf,
  type Entry,
  type Paper,
  type Section,
  sumOf,
  whatIsKept,
  withEntries,
  withMovedEntry,
} from './paper-draft.ts'

const entry = (key: string, points: string, count?: number): Entry => ({
  key,
  points,
  question: null,
  there: null,
  ...(count === undefined ? { question_id: key } : { draw: { bank_id: 'b', count } }),
})
const section = (id: string, entries: Entry[]): Section => ({ id, title: '', text: '', entries })
const keys = (sections: readonly Section[]) => sections.map(({ entries }) => entries.map(({ key }) => key).join(''))

test('a draw counts each of its questions', () => {
  const sections = [section('s1', [entry('a', '0.1'), entry('b', '0.2')]), section('s2', [entry('c', '2.5', 3)])]
  expect(sumOf(sections)).toBe('7.8')
  expect(countOf(sections)).toBe(5)
})
test('moving between sections', () => {
  const sections = [section('s1', [entry('a', '1'), entry('b', '1')]), section('s2', [entry('c', '1')])]
  expect(keys(withMovedEntry(sections, 'a', { group: 's2', before: 'c' }))).toEqual(['b', 'ac'])
  expect(keys(withMovedEntry(sections, 'b', { group: 's1', before: 'a' }))).toEqual(['ba', 'c'])
  expect(keys(withMovedEntry(sections, 'c', { group: 's1', before: undefined }))).toEqual(['abc', ''])
})
test('the first question makes the first section; a reply keeps the keys', () => {
  const [made] = withEntries([], '', [{ question_id: 'q', points: '1', question: null, there: null }])
  expect(made?.entries).toHaveLength(1)
  const reply = { sections: [{ ...made, entries: [{ question_id: 'q', points: '1', question: null, there: null }] }] } as unknown as Paper
  expect(draftOf(reply, [made!])[0]?.entries[0]?.key).toBe(made?.entries[0]?.key)
})
test('the body has no words of the page, and points that are none are 0', () => {
  const body = bodyOf([section('s1', [entry('a', 'x'), entry('b', '1.5')])], 3)
  expect(body).toEqual({
    version: 3,
    sections: [
      {
        id: 's1',
        title: '',
        text: '',
        entries: [
          { question_id: 'a', points: '0' },
          { question_id: 'b', points: '1.5' },
        ],
      },
    ],
  })
})

test('a draft on a device: equal to the server’s, a change of it, or one of an older paper', () => {
  const there = [section('s1', [{ ...entry('a', '1'), version_id: 'v1' }])]
  const paper = { version: 4, sections: there } as unknown as Paper
  // the server has named the version of what was added
  expect(whatIsKept({ version: 3, sections: [section('s1', [entry('a', '1')])] }, paper)).toBe('nothing')
  expect(whatIsKept({ version: 4, sections: [section('s1', [entry('a', '2')])] }, paper)).toBe('change')
  expect(whatIsKept({ version: 3, sections: [section('s1', [entry('a', '2')])] }, paper)).toBe('conflict')
  expect(whatIsKept({ version: 4, sections: [section('s1', [{ ...entry('a', '1'), version_id: 'v2' }])] }, paper)).toBe('change')
})
