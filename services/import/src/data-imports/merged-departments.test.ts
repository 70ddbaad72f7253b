// Tests of rows of departments that were merged into another one.
import { plainDatabase } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Rosters, testRosters } from '../test/rosters.ts'
import { followMerge } from './merged-departments.ts'

let it: Rosters
beforeAll(async () => void (it = await testRosters()))
afterAll(() => it?.stop())
beforeEach(() => it.begin())

test('stand for the other one: people of the old department belong to it with the next run', async () => {
  await it.apply(await it.check('departments', 'id,name\nd1,Geology\nd2,Earth Sciences\n'))
  const targets = async () =>
    (await it.db.query(`select external_id, target_id from roster_rows where kind = 'departments' order by external_id`)).rows.map(
      ({ target_id }) => target_id as string,
    )
  const [old, other] = await targets()
  await plainDatabase(it.db).$transaction((tx) => followMerge(tx, { id: old!, mergedInto: other }))
  expect(await targets()).toEqual([other, other])
  await plainDatabase(it.db).$transaction((tx) => followMerge(tx, { id: newId() }))
  expect(await targets()).toEqual([other, other])
  // taken back one after the other
  const third = newId()
  const follow = (fact: { id: string; mergedInto?: string }) => plainDatabase(it.db).$transaction((tx) => followMerge(tx, fact))
  await follow({ id: other!, mergedInto: third })
  await follow({ id: old! })
  expect(await targets()).toEqual([third, third])
  await follow({ id: other! })
  expect(await targets()).toEqual([other, other])
  await follow({ id: old! })
  expect(await targets()).toEqual([old, other])
})

test('stand for what a run has written since, whenever the merge is taken back', async () => {
  await it.apply(await it.check('departments', 'id,name\nm1,Geology\nm2,Law\n'))
  const row = async () => (await it.db.query(`select target_id, merges from roster_rows where external_id = 'm1'`)).rows[0]
  const { target_id: old } = await row()
  const [into, third] = [newId(), newId()]
  const follow = (fact: { id: string; mergedInto?: string }) => plainDatabase(it.db).$transaction((tx) => followMerge(tx, fact))
  await follow({ id: old, mergedInto: into })
  // by a process of the release before, which writes the one column
  await it.db.query(`update roster_rows set target_id = $1 where external_id = 'm1'`, [third])
  await follow({ id: old })
  expect((await row()).target_id).toBe(third)
  await it.db.query(`update roster_rows set target_id = $1, merges = '{}' where external_id = 'm1'`, [old])
  await follow({ id: old, mergedInto: into })
  expect((await row()).merges).toEqual([old, into])
  await it.apply(await it.check('departments', 'id,name\nm2,Law\n'), 1)
  expect(await row()).toEqual({ target_id: null, merges: [] })
})
