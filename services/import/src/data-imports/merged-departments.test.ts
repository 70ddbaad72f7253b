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
