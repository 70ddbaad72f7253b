// Mail, over a real SMTP server of the test: how it looks, turning it off, refusals, servers that hang, and what is sent twice.
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import { CourseReviewedSchema } from '@lyceum/proto/course'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, type TestMails, testMails } from '../test/mails.ts'
import { as, courseRow, key, org, teacher, until } from '../test/notification-facts.ts'

let env: TestMails
beforeAll(async () => {
  env = await testMails({ MAIL_GATHER_SECONDS: '3600' })
})
afterAll(() => env?.stop())

test('one message is its own subject; HTML and text, the organisation’s name and colour, dark, one-click, no picture', async () => {
  const bo = await env.person({ name: 'บุญมี', locale: 'th' })
  const course = await env.courseWith([bo], true)
  await env.score(course, bo, 'Tides <&> waves')
  await until(async () => expect(await env.waits(bo)).toBe(1))
  await env.goOn(bo)
  await until(async () => expect(env.sink.to(addressOf(bo))).toHaveLength(1))
  const [mail] = env.sink.to(addressOf(bo))
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

test('by the token of a mail all mail is off, without a session and only for its person; mail that the organisation demands still comes', async () => {
  const cy = await env.person({ locale: 'en' })
  const course = await env.courseWith([cy], true)
  await env.score(course, cy)
  await until(async () => expect(await env.waits(cy)).toBe(1))
  await env.goOn(cy)
  await until(async () => expect(env.sink.to(addressOf(cy))).toHaveLength(1))
  const post = /<https:\/\/lyceum\.example(\/api\/notification-mail\/unsubscribe\?token=[^>]+)>/.exec(
    env.sink.to(addressOf(cy))[0]!.header('List-Unsubscribe')!,
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
  expect(await env.waits(cy)).toBe(0)
  await env.database.query(`insert into notification_rules values ($1, '{"course_reviewed":["mail"]}', 1)`, [org])
  await env.database.query(`update mirror.members set role = 'instructor' where person_id = $1`, [cy])
  await env.course.emit(
    CourseReviewedSchema,
    { ...key(course), actor: teacher },
    { course: { ...courseRow(course).course, reviewStatus: 'reviewed' } },
  )
  await until(async () => expect(await env.waits(cy)).toBe(1))
  await env.goOn(cy)
  await until(async () => expect(env.sink.to(addressOf(cy))).toHaveLength(2))
  const forced = env.sink.to(addressOf(cy))[1]!
  expect([forced.header('List-Unsubscribe'), forced.text.includes('cannot be turned off')]).toEqual([undefined, true])
  expect((await env.service.call(undefined, 'POST', post.replace('unsubscribe', 'subscribe'))).body).toEqual({ mail_off: false })
})

test('an address that is refused for good gets no more mail, with the reason in its settings, until the person says so', async () => {
  const dee = await env.person({ locale: 'en' })
  const course = await env.courseWith([dee], true)
  env.sink.behaviour.rcpt = (to) => (to === addressOf(dee) ? '550 5.1.1 No such user here' : '250 ok')
  await env.score(course, dee)
  await until(async () => expect(await env.waits(dee)).toBe(1))
  await env.goOn(dee)
  await until(async () => expect(await env.stateOf(dee)).toEqual(['refused']))
  const preferences = await env.service.call(as(dee), 'GET', '/api/notification-preferences')
  expect(preferences.body.mail).toMatchObject({ address: addressOf(dee), refused: { reason: '550 5.1.1 No such user here' } })
  await env.score(course, dee)
  await until(async () => expect((await env.list(dee)).items[0].count).toBe(2))
  await env.settled()
  expect(await env.waits(dee)).toBe(0)
  // a server that blocks us says nothing of the address
  env.sink.behaviour.rcpt = (to) => (to === addressOf(dee) ? '550 5.7.1 Blocked, try another sender' : '250 ok')
  expect((await env.service.call(as(dee), 'PUT', '/api/notification-preferences/address')).body.mail.refused).toBeNull()
  await env.score(course, dee)
  await until(async () => expect(await env.waits(dee)).toBe(1))
  await env.goOn(dee)
  await until(async () => {
    const { rows } = await env.database.query(
      `select error from kit.jobs where kind = 'sendMail' and payload->>'mail' in (select id::text from mails where person_id = $1)`,
      [dee],
    )
    expect(rows[0]?.error).toContain('could not be sent')
  })
  env.sink.behaviour.rcpt = () => '250 ok'
  await until(async () => {
    await env.retry()
    expect(await env.stateOf(dee)).toEqual(['refused', 'sent'])
  })
})

test('a server that hangs loses and doubles nothing: the mail waits, what happens meanwhile is one more', async () => {
  const eve = await env.person({ locale: 'en' })
  const course = await env.courseWith([eve], true)
  env.sink.behaviour.hangs = true
  await env.score(course, eve)
  await until(async () => expect(await env.waits(eve)).toBe(1))
  await env.goOn(eve)
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
    await env.goOn(eve)
  }
  env.sink.behaviour.hangs = false
  // read on the page meanwhile: the first has nothing left to say. Again and again: an attempt that is still hanging plans the next one itself
  await until(async () => {
    await env.retry()
    expect(await env.stateOf(eve)).toEqual(['not_sent'])
  })
  await env.goOn(eve)
  await until(async () => expect(await env.stateOf(eve)).toEqual(['not_sent', 'sent']))
  expect(env.sink.to(addressOf(eve)).map(({ text }) => text.includes('Later 4'))).toEqual([true])
})

test('a process that ends between the server’s yes and the note of it sends the same mail at most once more', async () => {
  const fay = await env.person({ locale: 'en' })
  const course = await env.courseWith([fay], true)
  let stopped: Promise<void> | undefined
  env.sink.behaviour.taken = async ({ to }) => {
    if (to !== addressOf(fay) || stopped) return
    // the lease ends without a word of the job, as when the process is killed: its own note comes too late
    stopped = env.database
      .query(`update kit.jobs set lease_until = null, attempt = attempt + 1, run_at = now() where kind = 'sendMail'`)
      .then(() => {})
    await stopped
  }
  await env.score(course, fay)
  await until(async () => expect(await env.waits(fay)).toBe(1))
  await env.goOn(fay)
  await until(async () => expect(await env.stateOf(fay)).toEqual(['sent']))
  env.sink.behaviour.taken = async () => {}
  const ids = env.sink.to(addressOf(fay)).map(({ id }) => id)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('nothing of an erased person is in a queue, and no mail to them goes out', async () => {
  const hal = await env.person({ locale: 'en' })
  const course = await env.courseWith([hal], true)
  env.sink.behaviour.hangs = true
  await env.score(course, hal)
  await until(async () => expect(await env.waits(hal)).toBe(1))
  await env.goOn(hal)
  await until(async () => expect(await env.stateOf(hal)).toEqual(['waiting']))
  await env.score(course, hal)
  await env.identity.emit(PersonErasedSchema, { key: `person:${hal}`, org }, null)
  await until(async () => expect((await env.list(hal)).total).toBe(0))
  env.sink.behaviour.hangs = false
  await until(async () => {
    // again and again: an attempt that is still hanging plans the next one itself
    await env.retry()
    expect((await env.database.query(`select 1 from kit.jobs where kind in ('sendMail', 'gatherMail')`)).rowCount).toBe(0)
  })
  expect(env.sink.to(addressOf(hal))).toHaveLength(0)
  for (const table of ['notifications', 'waiting', 'mails', 'preferences', 'push_devices', 'refused_addresses', 'bulletin_readers'])
    expect((await env.database.query(`select 1 from ${table} where person_id = $1`, [hal])).rowCount, table).toBe(0)
})

test('a mail has nothing of a bulletin that is deleted meanwhile', async () => {
  const lee = await env.person({ locale: 'en' })
  const office = actorOf({ person: newId(), org, roles: ['educational_admin'] })
  const write = async (title: string) =>
    (await env.service.call(office, 'POST', '/api/org/bulletins', { title, content: '<p>x</p>', state: 'published' })).body.id as string
  const [wrong] = [await write('Closed on Monday'), await write('Closed on Tuesday')]
  await until(async () => expect(await env.waits(lee)).toBe(2))
  expect((await env.service.call(office, 'DELETE', `/api/org/bulletins/${wrong}`)).status).toBe(204)
  await env.goOn(lee)
  await until(async () => expect(env.sink.to(addressOf(lee))).toHaveLength(1))
  expect(env.sink.to(addressOf(lee))[0]!.text).toContain('Closed on Tuesday')
  expect(env.sink.to(addressOf(lee))[0]!.text).not.toContain('Closed on Monday')
})
