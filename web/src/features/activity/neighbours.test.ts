// Tests of the way from an activity to its neighbours.
import { expect, test } from 'vitest'
import type { Content } from '../../parts/learning/course/content.ts'
import { neighboursOf } from './neighbours.ts'

const row = (id: string, availability: string) => ({ id, availability, module_id: 'm', sort: Number(id) })
const content = {
  modules: [{ id: 'm', name: 'Tides', sort: 1 }],
  activities: [row('1', 'open'), row('2', 'locked'), row('3', 'ended'), row('4', 'open')],
} as unknown as Content
const ids = (id: string, teaches = false) => Object.values(neighboursOf(content, id, teaches)).map((one) => one?.id)

test('an activity that has closed has neighbours too, and what cannot be opened is passed over', () => {
  expect(ids('1')).toEqual([undefined, '4'])
  expect(ids('3')).toEqual(['1', '4'])
  expect(ids('3', true)).toEqual(['2', '4'])
  expect(ids('5')).toEqual([undefined, undefined])
})
