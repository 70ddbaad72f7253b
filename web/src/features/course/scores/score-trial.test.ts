// Possible points of a trial: decimals within the points of an item that has no score yet.
import { expect, test } from 'vitest'
import type { MyScores } from '../../../parts/learning/scores/queries.ts'
import { possibleOf } from './score-trial.tsx'

const item = (part: Partial<MyScores['items'][number]>) => ({ max: '20', points: null, state: '', ...part }) as MyScores['items'][number]

test('points that fit are taken, also with a comma and above a hundred; others wait', () => {
  const items = [
    item({ item_id: 'a' }),
    item({ item_id: 'b', max: '250' }),
    item({ item_id: 'c' }),
    item({ item_id: 'd', points: '5' }),
    item({ item_id: 'e', points: '0', state: 'missing' }),
    item({ item_id: 'f', state: 'excused' }),
  ]
  expect(possibleOf({ a: '12,5', b: '180', c: '21', d: '6', e: '7', f: '1', x: '1' }, items)).toEqual({ a: '12.5', b: '180', e: '7' })
  expect(possibleOf({ a: '', c: '-' }, items)).toEqual({})
})
