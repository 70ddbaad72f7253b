// The plan of the to-do list: it reads the rows of what it answers, however much is done.
import { isPrepared } from '@lyceum/kit/database/connections'
import { rowsRead } from '@lyceum/kit/test/plans'
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { coursesSql, listSql } from './todo-sql.ts'

let env: TestCourse
let client: pg.Client
beforeAll(async () => {
  env = await testCourse()
  client = new pg.Client(env.activities.databaseUrl)
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await env?.stop()
})

/** Two hundred activities in ten modules, of which each fifth is not done, a few are begun and some open later. */
async function fill() {
  const { id } = await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/modules`, { name: 'Module' })
  await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, {
    type: 'page',
    title: 'Page',
    published: true,
    module_id: id,
  })
  await client.query(
    `insert into modules select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'sort', n))).* from modules d, generate_series(1, 9) n`,
  )
  await client.query(
    `insert into activities select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'sort', n, 'module_id', d.id,
       'start_time', case when n = 20 then now() + interval '3 days' end))).*
     from activities a, modules d, generate_series(1, 20) n`,
  )
  await client.query(
    `insert into progress (activity_id, person_id, course_id, org_id, completed_at, first_seen_at, last_seen_at, version)
     select id, $1, course_id, org_id, case when sort % 5 > 0 then now() end, now(), now(), 1 from activities where sort % 5 > 0 or sort = 5`,
    [env.student.person],
  )
  // an index answers alone once no older transaction may see other rows
  await until(async () => {
    await client.query('vacuum analyze activities, progress, modules')
    const { rows } = await client.query(
      `select from pg_class where oid in ('activities'::regclass, 'progress'::regclass) and relallvisible < relpages`,
    )
    return rows.length === 0
  })
}

test('rows are read of what is answered, three at most of each, and none of what is done', async () => {
  await fill()
  // tables of this size are read as a whole otherwise
  await client.query('set enable_seqscan = off; set enable_bitmapscan = off')
  const values = [env.student.person, new Date(), '', ['online_video'], 100, 0]
  for (const [sql, more] of [
    [listSql('open'), []],
    [listSql('both'), [100]],
  ] as const) {
    const answered = (await client.query(sql, [...values, ...more])).rows.length
    expect(answered).toBeGreaterThan(25)
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${sql}`, [...values, ...more])
    expect(rowsRead(rows[0]['QUERY PLAN'][0].Plan) / answered).toBeLessThanOrEqual(3)
  }
})

test('each of its statements is prepared: to plan one takes longer than to run it', () => {
  for (const sql of [listSql('open'), listSql('upcoming'), listSql('both'), coursesSql('open'), coursesSql('upcoming')])
    expect(isPrepared(sql)).toBe(true)
})
