// The states of an activity: the first that keeps students from it is the one that is shown.
import { expect, test } from 'vitest'
import { stateOf } from './activity-state.ts'

const now = Date.parse('2026-11-24T12:00:00Z')
const [past, future] = ['2026-11-24T11:59:00Z', '2026-11-24T12:01:00Z']

const none = { start_time: null, due_time: null, end_time: null }

test.each([
  ['draft', { published: false, availability: 'unpublished', due_time: past }, true],
  ['draft', { published: false, availability: 'unpublished', due_time: null }, false],
  ['waiting', { published: true, availability: 'open', due_time: null }, false],
  ['waiting', { published: true, availability: 'notStarted', due_time: null }, false],
  ['opens', { published: true, availability: 'notStarted', start_time: future }, true],
  ['moduleOpens', { published: true, availability: 'notStarted', start_time: past }, true],
  ['moduleOpens', { published: true, availability: 'notStarted' }, true],
  ['closed', { published: true, availability: 'ended', end_time: past }, true],
  ['moduleClosed', { published: true, availability: 'ended', end_time: future }, true],
  ['moduleClosed', { published: true, availability: 'ended' }, true],
  ['moduleHidden', { published: true, availability: 'unpublished' }, true],
  ['waiting', { published: true, availability: 'unpublished' }, false],
  ['late', { published: true, availability: 'open', due_time: past }, true],
  ['published', { published: true, availability: 'open', due_time: future }, true],
  ['published', { published: true, availability: 'open', due_time: null }, true],
] as const)('%s: %j, course published: %s', (state, activity, coursePublished) => {
  expect(stateOf({ ...none, ...activity }, coursePublished, now)).toBe(state)
})
