// The number of mails that somebody gets: what is gathered, alerts, the day's mails of the organisation, and what is older than a day.
import { newId } from '@lyceum/kit/ids'
import { plain } from '@lyceum/kit/database/database'
import { startService } from '@lyceum/kit/service'
import { actorOf } from '@lyceum/kit/test/actors'
import { CalendarAlertDueSchema } from '@lyceum/proto/calendar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordNotice } from '../notifications/notices.ts'
import { registry } from '../registry/registry.ts'
import { service as definition } from '../service.ts'
import { addressOf, type TestMails, testMails } from '../test/mails.ts'
import { courseRow, org, until } from '../test/notification-facts.ts'

let env: TestMails
/** The last test stops the service of the others. */
let served = true
beforeAll(async () => {
  env = await testMails({ MAIL_GATHER_SECONDS: '3600', MAILS_PER_ORG_AND_DAY: '500' })
})
afterAll(() => env?.stop({ served }))

test('sixty events in ten minutes are at most two mails, the second with all the rest', async () => {
  const ann = await env.person({ name: 'Ann', locale: 'en' })
  const course = await env.courseWith([ann], true)
  await env.score(course, ann, 'First')
  await until(async () => expect(await env.waits(ann)).toBe(1))
  await env.goOn(ann)
  await until(async () => expect(env.sink.to(addressOf(ann))).toHaveLength(1))
  for (let nth = 0; nth < 30; nth++) {
    await env.opens(course)
    await env.score(course, ann, `Work ${nth}`)
  }
  await until(async () => expect((await env.list(ann)).items.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(61))
  await env.settled()
  // by its preferences the next is ten minutes after the first: nothing has gone yet, and one job will gather it all
  expect(env.sink.to(addressOf(ann))).toHaveLength(1)
  const { rows } = await env.database.query(
    `select run_at > now() + interval '9 minutes' as later from kit.jobs where key like 'mail:' || $1 || '%'`,
    [ann],
  )
  expect(rows).toEqual([{ later: true }])
  await env.goOn(ann)
  await until(async () => expect(env.sink.to(addressOf(ann))).toHaveLength(2))
  await until(async () => expect(await env.stateOf(ann)).toEqual(['sent', 'sent']))
  expect(await env.waits(ann)).toBe(0)
  expect(env.sink.to(addressOf(ann))[1]!.text).toContain('30 new items in Marine Biology II')
})

test('of many alerts too there are at most two mails in ten minutes, the rest is one more; a demanded one is among the others', async () => {
  const ivy = await env.person({ locale: 'en' })
  const course = await env.courseWith([ivy], true)
  const alert = (nth: number) =>
    env.calendar.emit(
      CalendarAlertDueSchema,
      { key: `event:${newId()}`, org },
      { eventId: newId(), orgId: org, title: `Alert ${nth}`, startTime: new Date().toISOString(), personIds: [ivy], sendEmailAlert: true },
    )
  for (const nth of [1, 2]) {
    await alert(nth)
    await until(async () => expect(env.sink.to(addressOf(ivy))).toHaveLength(nth))
    await until(async () => expect((await env.stateOf(ivy)).filter((state) => state === 'sent')).toHaveLength(nth))
  }
  for (let nth = 3; nth <= 8; nth++) await alert(nth)
  await env.database.query(`insert into notification_rules values ($1, '{"score_released":["mail"]}', 1)`, [org])
  await env.score(course, ivy, 'Demanded')
  await until(async () => expect(await env.waits(ivy)).toBe(7))
  const planned = async () =>
    (
      await env.database.query(
        `select key, run_at > now() + interval '9 minutes' as later from kit.jobs where kind = 'gatherMail' and payload->>'person' = $1 order by key`,
        [ivy],
      )
    ).rows.map(({ later }) => later)
  await until(async () => expect(await planned()).toEqual([true, true]))
  expect(env.sink.to(addressOf(ivy))).toHaveLength(2)
  await env.database.query(`update mails set created_at = created_at - interval '11 minutes' where person_id = $1`, [ivy])
  await env.goOn(ivy)
  await until(async () => expect(env.sink.to(addressOf(ivy))).toHaveLength(3))
  const last = env.sink.to(addressOf(ivy))[2]!
  for (const part of ['Alert 8 begins soon', 'Your score for Demanded is available', 'because of your notification settings'])
    expect(last.text).toContain(part)
  expect(last.header('List-Unsubscribe')).toBeDefined()
  await env.database.query('delete from notification_rules where org_id = $1', [org])
  // what is planned for later finds nothing any more
  await env.database.query(`update kit.jobs set run_at = now() where kind = 'gatherMail' and payload->>'person' = $1`, [ivy])
  await env.database.query(`update mails set created_at = created_at - interval '11 minutes' where person_id = $1`, [ivy])
  await until(async () => expect(await planned()).toEqual([]))
  expect(env.sink.to(addressOf(ivy))).toHaveLength(3)
})

test('beyond the mails of the organisation’s day a notification of many waits for tomorrow; one’s own goes out', async () => {
  const [joy, kit] = [await env.person({ locale: 'en' }), await env.person({ locale: 'en' })]
  const course = await env.courseWith([joy, kit], true)
  const manager = actorOf({ person: newId(), org, roles: ['admin'] })
  const mails = async () => (await env.service.call(manager, 'GET', '/api/org/notification-rules')).body.mails
  expect((await mails()).today).toBeGreaterThan(0)
  // the last mail of the day is asked for twice at once
  await env.database.query('update mail_days set made = 499 where org_id = $1', [org])
  await env.opens(course)
  await until(async () => expect([await env.waits(joy), await env.waits(kit)]).toEqual([1, 1]))
  await env.database.query(`update kit.jobs set run_at = now() where kind = 'gatherMail' and payload->>'person' = any($1)`, [[joy, kit]])
  await until(async () => expect([await env.waits(joy), await env.waits(kit)].toSorted()).toEqual([0, 1]))
  const late = (await env.waits(joy)) === 1 ? joy : kit
  const planned = async () =>
    (
      await env.database.query(
        `select key, extract(hour from run_at at time zone 'Asia/Bangkok')::int as hour, run_at > now() as later,
           run_at < now() + interval '32 hours' as soon from kit.jobs where kind = 'gatherMail' and payload->>'person' = $1`,
        [late],
      )
    ).rows
  const tomorrow = { key: `mail:${late}:${org}:tomorrow`, hour: 7, later: true, soon: true }
  await until(async () => expect(await planned()).toEqual([tomorrow]))
  expect(await mails()).toEqual({ today: 500, most: 500 })
  const office = actorOf({ person: newId(), org, roles: ['educational_admin'] })
  expect((await env.service.call(office, 'GET', '/api/org/bulletins')).body.mails_wait).toBe(true)
  await env.score(course, late, 'Lab report 9')
  await until(async () => expect(await env.waits(late)).toBe(2))
  await env.goOn(late)
  await until(async () => expect(env.sink.to(addressOf(late))).toHaveLength(1))
  expect(env.sink.to(addressOf(late))[0]!.text).toContain('Lab report 9')
  expect(env.sink.to(addressOf(late))[0]!.text).not.toContain('Why deep water sinks')
  // what is planned ten minutes after a mail finds nothing that may go today
  await until(async () => {
    expect(await env.waits(late)).toBe(1)
    expect((await planned()).map((one) => one.key)).toContain(tomorrow.key)
  })
  // the next day
  await env.database.query(`update mail_days set day = day - 1 where org_id = $1`, [org])
  await env.database.query(`update mails set created_at = created_at - interval '1 hour' where person_id = $1`, [late])
  await env.database.query(`update kit.jobs set run_at = now() where key = $1`, [tomorrow.key])
  await until(async () => expect(env.sink.to(addressOf(late))).toHaveLength(2))
  expect(env.sink.to(addressOf(late))[1]!.text).toContain('Why deep water sinks')
  expect((await env.service.call(office, 'GET', '/api/org/bulletins')).body.mails_wait).toBe(false)
})

test('facts older than a day make no mail, and those of an hour one a person when the consumer goes on', async () => {
  const gil = await env.person({ locale: 'en' })
  const course = await env.courseWith([gil], true)
  const tx = plain(env.database)
  const old = { type: '', key: '', org, time: new Date(Date.now() - 30 * 3_600_000), rebuilding: false, mayNotify: false }
  for (let nth = 0; nth < 20; nth++)
    await recordNotice(tx, 'course_published', registry.course_published!, courseRow(course, true) as never, { ...old, id: newId() })
  await env.service.running.stop()
  served = false
  for (let nth = 0; nth < 40; nth++) await env.score(course, gil, `Work ${nth}`)
  const again = await startService(definition, env.service.world)
  await until(async () => {
    const { rows } = await env.database.query('select sum(cardinality(about))::int as n from notifications where person_id = $1', [gil])
    expect(rows[0].n).toBe(40)
  })
  await env.settled()
  const { rowCount } = await env.database.query(`select 1 from kit.jobs where kind = 'gatherMail' and payload->>'person' = $1`, [gil])
  expect(rowCount).toBe(1)
  await env.goOn(gil)
  await until(async () => expect(await env.stateOf(gil)).toEqual(['sent']))
  expect(env.sink.to(addressOf(gil))).toHaveLength(1)
  await again.stop()
})
