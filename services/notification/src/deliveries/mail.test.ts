// Mail, over a real SMTP server of the test: what is gathered, how it looks, refusals, servers that hang, and what is sent twice.
import { newId } from '@lyceum/kit/ids'
import { openMail } from '@lyceum/kit/messages/mail'
import { actorOf } from '@lyceum/kit/test/actors'
import { CalendarAlertDueSchema } from '@lyceum/proto/calendar'
import { CourseReviewedSchema } from '@lyceum/proto/course'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { plain } from '@lyceum/kit/database/database'
import { startService } from '@lyceum/kit/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordNotice } from '../notifications/notices.ts'
import { registry } from '../registry/registry.ts'
import { service as definition } from '../service.ts'
import { as, courseRow, key, org, type TestNotifications, teacher, testNotifications, until } from '../test/notification-facts.ts'
import { smtpSink } from '../test/smtp-sink.ts'

let env: TestNotifications
/** The last test stops the service of the others. */
let served = true
let sink: Awaited<ReturnType<typeof smtpSink>>
beforeAll(async () => {
  sink = await smtpSink()
  env = await testNotifications({
    env: { PUBLIC_URL: 'https://lyceum.example/', MAIL_GATHER_SECONDS: '3600', MAILS_PER_ORG_AND_DAY: '500' },
    mail: openMail({ url: sink.url, from: 'Lyceum <lyceum@school.example>', patience: 1000 }),
  })
  await env.organisation()
})
afterAll(async () => {
  await env?.stop({ served })
  await sink?.close()
})

const waits = async (person: string) =>
  (await env.database.query(`select 1 from waiting where person_id = $1 and channel = 'mail'`, [person])).rowCount
/** The time of the next mail has come. */
const goOn = (person: string) => env.database.query(`update kit.jobs set run_at = now() where key = $1`, [`mail:${person}:${org}`])
const retry = () => env.database.query(`update kit.jobs set run_at = now() where kind = 'sendMail' and lease_until is null`)
const addressOf = (person: string) => `${person}@school.example`
const stateOf = async (person: string) =>
  (await env.database.query('select state from mails where person_id = $1 order by created_at', [person])).rows.map(({ state }) => state)

test('sixty events in ten minutes are at most two mails, the second with all the rest', async () => {
  const ann = await env.person({ name: 'Ann', locale: 'en' })
  const course = await env.courseWith([ann], true)
  await env.score(course, ann, 'First')
  await until(async () => expect(await waits(ann)).toBe(1))
  await goOn(ann)
  await until(async () => expect(sink.to(addressOf(ann))).toHaveLength(1))
  for (let nth = 0; nth < 30; nth++) {
    await env.opens(course)
    await env.score(course, ann, `Work ${nth}`)
  }
  await until(async () => expect((await env.list(ann)).items.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(61))
  await env.settled()
  // by its preferences the next is ten minutes after the first: nothing has gone yet, and one job will gather it all
  expect(sink.to(addressOf(ann))).toHaveLength(1)
  const { rows } = await env.database.query(
    `select run_at > now() + interval '9 minutes' as later from kit.jobs where key like 'mail:' || $1 || '%'`,
    [ann],
  )
  expect(rows).toEqual([{ later: true }])
  await goOn(ann)
  await until(async () => expect(sink.to(addressOf(ann))).toHaveLength(2))
  await until(async () => expect(await stateOf(ann)).toEqual(['sent', 'sent']))
  expect(await waits(ann)).toBe(0)
  expect(sink.to(addressOf(ann))[1]!.text).toContain('30 new items in Marine Biology II')
})

test('of many alerts too there are at most two mails in ten minutes, the rest is one more; what is demanded stands with the others', async () => {
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
    await until(async () => expect(sink.to(addressOf(ivy))).toHaveLength(nth))
    await until(async () => expect((await stateOf(ivy)).filter((state) => state === 'sent')).toHaveLength(nth))
  }
  for (let nth = 3; nth <= 8; nth++) await alert(nth)
  await env.database.query(`insert into notification_rules values ($1, '{"score_released":["mail"]}', 1)`, [org])
  await env.score(course, ivy, 'Demanded')
  await until(async () => expect(await waits(ivy)).toBe(7))
  const planned = async () =>
    (
      await env.database.query(
        `select key, run_at > now() + interval '9 minutes' as later from kit.jobs where kind = 'gatherMail' and payload->>'person' = $1 order by key`,
        [ivy],
      )
    ).rows.map(({ later }) => later)
  await until(async () => expect(await planned()).toEqual([true, true]))
  expect(sink.to(addressOf(ivy))).toHaveLength(2)
  await env.database.query(`update mails set created_at = created_at - interval '11 minutes' where person_id = $1`, [ivy])
  await goOn(ivy)
  await until(async () => expect(sink.to(addressOf(ivy))).toHaveLength(3))
  const last = sink.to(addressOf(ivy))[2]!
  for (const part of ['Alert 8 begins soon', 'Your score for Demanded is there', 'because of your notification settings'])
    expect(last.text).toContain(part)
  expect(last.header('List-Unsubscribe')).toBeDefined()
  await env.database.query('delete from notification_rules where org_id = $1', [org])
  // what is planned for later finds nothing any more
  await env.database.query(`update kit.jobs set run_at = now() where kind = 'gatherMail' and payload->>'person' = $1`, [ivy])
  await env.database.query(`update mails set created_at = created_at - interval '11 minutes' where person_id = $1`, [ivy])
  await until(async () => expect(await planned()).toEqual([]))
  expect(sink.to(addressOf(ivy))).toHaveLength(3)
})

test('one message is its own subject; HTML and text, the organisation’s name and colour, dark, one-click, no picture', async () => {
  const bo = await env.person({ name: 'บุญมี', locale: 'th' })
  const course = await env.courseWith([bo], true)
  await env.score(course, bo, 'Tides <&> waves')
  await until(async () => expect(await waits(bo)).toBe(1))
  await goOn(bo)
  await until(async () => expect(sink.to(addressOf(bo))).toHaveLength(1))
  const [mail] = sink.to(addressOf(bo))
  const [{ id }] = (await env.list(bo)).items
  expect(mail!.text).toContain(`https://lyceum.example/user/notifications?open=${id}`)
  expect(mail!.text).toContain('Straits University')
  expect(mail!.raw).toContain('multipart/alternative')
  expect(mail!.text).toContain('prefers-color-scheme:dark')
  expect(mail!.text).toContain('Tides &#60;&#38;&#62; waves')
  expect(mail!.text).not.toMatch(/<img|<link|url\(|src=/)
  expect(mail!.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const { rows } = await env.database.query('select id from mails where person_id = $1', [bo])
  expect(mail!.id).toBe(`<${rows[0].id}@school.example>`)
})

test('by the token of a mail all mail is off, without a session and only for its person; what the organisation demands still comes', async () => {
  const cy = await env.person({ locale: 'en' })
  const course = await env.courseWith([cy], true)
  await env.score(course, cy)
  await until(async () => expect(await waits(cy)).toBe(1))
  await goOn(cy)
  await until(async () => expect(sink.to(addressOf(cy))).toHaveLength(1))
  const post = /<https:\/\/lyceum\.example(\/api\/notification-mail\/unsubscribe\?token=[^>]+)>/.exec(
    sink.to(addressOf(cy))[0]!.header('List-Unsubscribe')!,
  )![1]!
  const form = (url: string) =>
    env.service.call(undefined, 'POST', url, 'List-Unsubscribe=One-Click', { 'content-type': 'application/x-www-form-urlencoded' })
  expect((await form(`${post}x`)).status).toBe(403)
  expect((await form(post.replace(cy, newId()))).body).toMatchObject({ code: 'notification.token' })
  expect(await form(post)).toMatchObject({ status: 200, body: { mail_off: true } })
  const parts = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
  expect((await env.service.call(undefined, 'POST', post, parts, { 'content-type': 'multipart/form-data; boundary=b' })).status).toBe(200)
  expect((await env.service.call(as(cy), 'GET', '/api/notification-preferences')).body.mail_off).toBe(true)
  await env.score(course, cy)
  await until(async () => expect((await env.list(cy)).items[0].count).toBe(2))
  await env.settled()
  expect(await waits(cy)).toBe(0)
  await env.database.query(`insert into notification_rules values ($1, '{"course_reviewed":["mail"]}', 1)`, [org])
  await env.database.query(`update mirror.members set role = 'instructor' where person_id = $1`, [cy])
  await env.course.emit(
    CourseReviewedSchema,
    { ...key(course), actor: teacher },
    { course: { ...courseRow(course).course, reviewStatus: 'reviewed' } },
  )
  await until(async () => expect(await waits(cy)).toBe(1))
  await goOn(cy)
  await until(async () => expect(sink.to(addressOf(cy))).toHaveLength(2))
  const forced = sink.to(addressOf(cy))[1]!
  expect([forced.header('List-Unsubscribe'), forced.text.includes('cannot be turned off')]).toEqual([undefined, true])
  expect((await env.service.call(undefined, 'POST', post.replace('unsubscribe', 'subscribe'))).body).toEqual({ mail_off: false })
})

test('an address that is refused for good gets no more mail, with the reason in its settings, until the person says so', async () => {
  const dee = await env.person({ locale: 'en' })
  const course = await env.courseWith([dee], true)
  sink.behaviour.rcpt = (to) => (to === addressOf(dee) ? '550 5.1.1 No such user here' : '250 ok')
  await env.score(course, dee)
  await until(async () => expect(await waits(dee)).toBe(1))
  await goOn(dee)
  await until(async () => expect(await stateOf(dee)).toEqual(['refused']))
  const preferences = await env.service.call(as(dee), 'GET', '/api/notification-preferences')
  expect(preferences.body.mail).toMatchObject({ address: addressOf(dee), refused: { reason: '550 5.1.1 No such user here' } })
  await env.score(course, dee)
  await until(async () => expect((await env.list(dee)).items[0].count).toBe(2))
  await env.settled()
  expect(await waits(dee)).toBe(0)
  // a server that blocks us says nothing of the address
  sink.behaviour.rcpt = (to) => (to === addressOf(dee) ? '550 5.7.1 Blocked, try another sender' : '250 ok')
  expect((await env.service.call(as(dee), 'PUT', '/api/notification-preferences/address')).body.mail.refused).toBeNull()
  await env.score(course, dee)
  await until(async () => expect(await waits(dee)).toBe(1))
  await goOn(dee)
  await until(async () => {
    const { rows } = await env.database.query(
      `select error from kit.jobs where kind = 'sendMail' and payload->>'mail' in (select id::text from mails where person_id = $1)`,
      [dee],
    )
    expect(rows[0]?.error).toContain('could not be sent')
  })
  sink.behaviour.rcpt = () => '250 ok'
  await until(async () => {
    await retry()
    expect(await stateOf(dee)).toEqual(['refused', 'sent'])
  })
})

test('a server that hangs loses and doubles nothing: the mail waits, what happens meanwhile is one more', async () => {
  const eve = await env.person({ locale: 'en' })
  const course = await env.courseWith([eve], true)
  sink.behaviour.hangs = true
  await env.score(course, eve)
  await until(async () => expect(await waits(eve)).toBe(1))
  await goOn(eve)
  await until(async () => {
    const { rows } = await env.database.query(
      `select tries, run_at - now() > interval '10 seconds' as later from kit.jobs where kind = 'sendMail' and error is not null`,
    )
    expect(rows).toMatchObject([{ tries: 1, later: true }])
  })
  for (let nth = 0; nth < 5; nth++) {
    await env.service.call(as(eve), 'PUT', '/api/notifications/read', { all: true })
    await env.score(course, eve, `Later ${nth}`)
    await until(async () => expect((await env.list(eve)).unread_count).toBe(1))
    await env.settled()
    await goOn(eve)
  }
  sink.behaviour.hangs = false
  // read on the page meanwhile: the first has nothing left to say. Again and again: an attempt that is still hanging plans the next one itself
  await until(async () => {
    await retry()
    expect(await stateOf(eve)).toEqual(['not_sent'])
  })
  await goOn(eve)
  await until(async () => expect(await stateOf(eve)).toEqual(['not_sent', 'sent']))
  expect(sink.to(addressOf(eve)).map(({ text }) => text.includes('Later 4'))).toEqual([true])
})

test('a process that ends between the server’s yes and the note of it sends the same mail at most once more', async () => {
  const fay = await env.person({ locale: 'en' })
  const course = await env.courseWith([fay], true)
  let stopped: Promise<void> | undefined
  sink.behaviour.taken = async ({ to }) => {
    if (to !== addressOf(fay) || stopped) return
    // the lease ends without a word of the job, as when the process is killed: its own note comes too late
    stopped = env.database
      .query(`update kit.jobs set lease_until = null, attempt = attempt + 1, run_at = now() where kind = 'sendMail'`)
      .then(() => {})
    await stopped
  }
  await env.score(course, fay)
  await until(async () => expect(await waits(fay)).toBe(1))
  await goOn(fay)
  await until(async () => expect(await stateOf(fay)).toEqual(['sent']))
  sink.behaviour.taken = async () => {}
  const ids = sink.to(addressOf(fay)).map(({ id }) => id)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('nothing of an erased person is in a queue, and no mail to them goes out', async () => {
  const hal = await env.person({ locale: 'en' })
  const course = await env.courseWith([hal], true)
  sink.behaviour.hangs = true
  await env.score(course, hal)
  await until(async () => expect(await waits(hal)).toBe(1))
  await goOn(hal)
  await until(async () => expect(await stateOf(hal)).toEqual(['waiting']))
  await env.score(course, hal)
  await env.identity.emit(PersonErasedSchema, { key: `person:${hal}`, org }, null)
  await until(async () => expect((await env.list(hal)).total).toBe(0))
  sink.behaviour.hangs = false
  await until(async () => {
    // again and again: an attempt that is still hanging plans the next one itself
    await retry()
    expect((await env.database.query(`select 1 from kit.jobs where kind in ('sendMail', 'gatherMail')`)).rowCount).toBe(0)
  })
  expect(sink.to(addressOf(hal))).toHaveLength(0)
  for (const table of ['notifications', 'waiting', 'mails', 'preferences', 'push_devices', 'refused_addresses', 'bulletin_readers'])
    expect((await env.database.query(`select 1 from ${table} where person_id = $1`, [hal])).rowCount, table).toBe(0)
})

test('a mail has nothing of a bulletin that is deleted meanwhile', async () => {
  const lee = await env.person({ locale: 'en' })
  const office = actorOf({ person: newId(), org, roles: ['educational_admin'] })
  const write = async (title: string) =>
    (await env.service.call(office, 'POST', '/api/org/bulletins', { title, content: '<p>x</p>', state: 'published' })).body.id as string
  const [wrong] = [await write('Closed on Monday'), await write('Closed on Tuesday')]
  await until(async () => expect(await waits(lee)).toBe(2))
  expect((await env.service.call(office, 'DELETE', `/api/org/bulletins/${wrong}`)).status).toBe(204)
  await goOn(lee)
  await until(async () => expect(sink.to(addressOf(lee))).toHaveLength(1))
  expect(sink.to(addressOf(lee))[0]!.text).toContain('Closed on Tuesday')
  expect(sink.to(addressOf(lee))[0]!.text).not.toContain('Closed on Monday')
})

test('beyond the mails of the organisation’s day what is told to many waits for tomorrow; what is one’s own goes out', async () => {
  const [joy, kit] = [await env.person({ locale: 'en' }), await env.person({ locale: 'en' })]
  const course = await env.courseWith([joy, kit], true)
  const manager = actorOf({ person: newId(), org, roles: ['admin'] })
  const mails = async () => (await env.service.call(manager, 'GET', '/api/org/notification-rules')).body.mails
  expect((await mails()).today).toBeGreaterThan(0)
  // the last mail of the day is asked for twice at once
  await env.database.query('update mail_days set made = 499 where org_id = $1', [org])
  await env.opens(course)
  await until(async () => expect([await waits(joy), await waits(kit)]).toEqual([1, 1]))
  await env.database.query(`update kit.jobs set run_at = now() where kind = 'gatherMail' and payload->>'person' = any($1)`, [[joy, kit]])
  await until(async () => expect([await waits(joy), await waits(kit)].toSorted()).toEqual([0, 1]))
  const late = (await waits(joy)) === 1 ? joy : kit
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
  await until(async () => expect(await waits(late)).toBe(2))
  await goOn(late)
  await until(async () => expect(sink.to(addressOf(late))).toHaveLength(1))
  expect(sink.to(addressOf(late))[0]!.text).toContain('Lab report 9')
  expect(sink.to(addressOf(late))[0]!.text).not.toContain('Why deep water sinks')
  // what is planned ten minutes after a mail finds nothing that may go today
  await until(async () => {
    expect(await waits(late)).toBe(1)
    expect((await planned()).map((one) => one.key)).toContain(tomorrow.key)
  })
  // the next day
  await env.database.query(`update mail_days set day = day - 1 where org_id = $1`, [org])
  await env.database.query(`update mails set created_at = created_at - interval '1 hour' where person_id = $1`, [late])
  await env.database.query(`update kit.jobs set run_at = now() where key = $1`, [tomorrow.key])
  await until(async () => expect(sink.to(addressOf(late))).toHaveLength(2))
  expect(sink.to(addressOf(late))[1]!.text).toContain('Why deep water sinks')
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
  await goOn(gil)
  await until(async () => expect(await stateOf(gil)).toEqual(['sent']))
  expect(sink.to(addressOf(gil))).toHaveLength(1)
  await again.stop()
})
