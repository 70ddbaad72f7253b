// The list of notifications and the count of unread ones of a person who has ten thousand.
import pg from 'pg'
import { makeSchool } from '../flows/school.ts'
import type { Product } from '../flows/start.ts'
import { inBoth } from './cpu.ts'
import { type Figure, ms, perSecond } from './figures.ts'
import { pound } from './pound.ts'
import { queried } from './queried.ts'

const [all, unread] = [10_000, 40]

export async function messages(product: Product): Promise<Figure[]> {
  const school = await makeSchool(product)
  const student = await school.signIn('student')
  const database = product.databases.notification!
  const client = new pg.Client(database)
  await client.connect()
  // each row a subject of its own: the lateral query names n
  await client.query(
    `insert into notifications (id, org_id, person_id, fact_id, type, subject_id, about, payload, created_at, read_at)
     select new_id(now() - n * interval '1 minute'), $1::uuid, $2::uuid, gen_random_uuid(), 'course_published', s.id, array[s.id],
       jsonb_build_object('params', '{}'::jsonb, 'course', null, 'subject', jsonb_build_object('type', 'course', 'id', s.id, 'title', 'Course ' || n), 'subjects', '[]'::jsonb),
       now() - n * interval '1 minute', case when n > ${unread} then now() end
     from generate_series(1, ${all}) n cross join lateral (select gen_random_uuid() as id where n > 0) s`,
    [student.org, student.id],
  )
  await client.query('vacuum analyze notifications')
  await client.end()
  const running = {
    pid: product.process?.pid,
    url: product.url,
    clients: 32,
    warm: 5,
    headers: { cookie: student.cookie, 'request-scope': student.org },
  }
  const list = await pound({ ...running, shots: [{ path: '/api/notifications?page_size=20' }] })
  const count = await pound({ ...running, shots: [{ path: '/api/notifications/unread-count' }] })
  const plainList = await queried(
    database,
    `select page.*, counted.* from (select sum(total) as total, sum(unread) as unread from notification_counts where person_id = $1) counted
     cross join lateral (select * from notifications where person_id = $1 and not hidden order by id desc limit 20) page`,
    [student.id],
  )
  const plainCount = await queried(database, 'select sum(unread) from notification_counts where person_id = $1', [student.id])
  const figure = (name: string, ours: typeof list, plain: number, aim: number): Figure => ({
    name,
    value: `${perSecond(ours.rps)}, p50 ${ms(ours.p50)}, p99 ${ms(ours.p99)}`,
    baseline: `plain SQL over 8 connections ${perSecond(plain)}`,
    ratio: plain / ours.rps,
    aim: `${aim.toLocaleString('en')}/s`,
    met: ours.rps >= aim,
    ...(ours.cpu && {
      note: `of processor time ${inBoth(ours.cpu)} a call.`,
    }),
  })
  return [
    figure(`20 of ${all.toLocaleString('en')} notifications, 32 clients`, list, plainList, 1500),
    figure(`how many of ${all.toLocaleString('en')} are unread, 32 clients`, count, plainCount, 3000),
  ]
}
