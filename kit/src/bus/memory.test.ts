// The log in one process: the last record of each key stays.
import { PersonChangedSchema, PersonErasedSchema } from '@lyceum/proto/identity'
import { compact } from './memory.ts'
import { on } from '../facts/consumer.ts'
import { emitAll, fact } from '../facts/outbox.ts'
import { until } from '../test/wait.ts'
import { expect, test } from 'vitest'
import { startFactServices } from '../test/facts.ts'
import { org } from '../test/noted-facts.ts'

const person = (id: string, name: string) => fact(PersonChangedSchema, { key: `person:${id}`, org }, { id, name })

test('keys that are erased together keep no value, and every place in the log', async () => {
  const { commit, pool, close } = await startFactServices('memory', { topic: 'lyceum.identity.v1' })
  const erased = (id: string) => fact(PersonErasedSchema, { key: `person:${id}`, org }, null)
  await commit((tx) => emitAll(tx, [person('1', 'a'), person('2', 'b'), person('3', 'c'), person('1', 'd')]))
  await commit((tx) => emitAll(tx, [erased('2'), erased('1')]))
  const { rows } = await pool.query(
    `select right(key, 1) || coalesce(value::jsonb ->> 'name', '-') || ' ' || substr(type, 20) as line from kit.outbox order by seq`,
  )
  expect(rows.map(({ line }) => line)).toEqual([
    '1- PersonErased',
    '2- PersonErased',
    '3c PersonChanged',
    '1- PersonErased',
    '2- PersonErased',
    '1- PersonErased',
  ])
  await close()
})

test('in one process a compacted topic keeps the last record of each key once the others are old', async () => {
  const { commit, consume, pool, relay, close } = await startFactServices('memory', { topic: 'lyceum.identity.v1' })
  await commit((tx) => emitAll(tx, [person('1', 'a'), person('2', 'b'), person('1', 'c')]))
  await relay.drained()
  await pool.query(`update kit.outbox set created_at = now() - interval '1 hour'`)
  await commit((tx) => emitAll(tx, [person('2', 'd'), person('2', 'e')]))
  await relay.drained()
  let mark = await compact(pool)
  const said: string[] = []
  await consume({
    identity: {
      personChanged: on(PersonChangedSchema, async (_tx, { name }) => {
        said.push(name)
      }),
    },
  })
  await until(() => said.at(-1) === 'e')
  expect(said).toEqual(['c', 'd', 'e'])
  // later ones look only at what was said since, or has grown old since
  const kept = async () =>
    (await pool.query(`select value::jsonb ->> 'name' as name from kit.outbox order by position`)).rows.map(({ name }) => name)
  mark = await compact(pool, mark)
  expect(await kept()).toEqual(['c', 'd', 'e'])
  await pool.query(`update kit.outbox set created_at = now() - interval '1 hour'`)
  mark = await compact(pool, mark)
  expect(await kept()).toEqual(['c', 'e'])
  await commit((tx) => emitAll(tx, [person('1', 'f')]))
  await relay.drained()
  mark = await compact(pool, mark)
  expect(await kept()).toEqual(['e', 'f'])
  expect(await compact(pool, mark)).toBe(mark)
  await close()
})
