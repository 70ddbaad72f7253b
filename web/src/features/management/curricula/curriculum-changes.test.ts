// Tests of the changes of a curriculum's form.
import { expect, it } from 'vitest'
import { changesOf, withTyped } from './curriculum-changes.ts'
import type { Values } from './curricula.ts'

const row = (course_code: string) => ({ term: 1, course_code, compulsory: true, credits: 3 })
const base: Values = { name: 'Biology', terms: 8, rows: [row('B1')] }

it('a save sends the fields that differ alone', () => {
  expect(changesOf(base, { ...base, rows: [row('B1')] })).toEqual({})
  expect(changesOf(base, { ...base, name: 'Marine Biology' })).toEqual({ name: 'Marine Biology' })
  expect(changesOf(base, { ...base, terms: 6, rows: [row(' B2 ')] })).toEqual({ terms: 6, rows: [row('B2')] })
})
it('a field that is typed in while the save is under way stays, and the others are as stored', () => {
  const sent = { ...base, name: ' Marine Biology ', rows: [row('B1'), row('B2')] }
  const stored = { ...sent, name: 'Marine Biology' }
  expect(withTyped(stored, sent, sent)).toEqual(stored)
  const present = { ...sent, rows: [...sent.rows, row('B3')] }
  expect(withTyped(stored, sent, present)).toEqual({ ...stored, rows: present.rows })
  expect(withTyped(stored, sent, { ...sent, terms: null })).toEqual({ ...stored, terms: null })
})
