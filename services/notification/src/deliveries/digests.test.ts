// Digests: each has what no earlier mail had, with the number of that alone; what could not be sent comes again.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, type TestMails, testMails } from '../test/mails.ts'
import { as, until } from '../test/notification-facts.ts'

let env: TestMails
beforeAll(async () => {
  env = await testMails({ MAIL_GATHER_SECONDS: '3600' })
})
afterAll(() => env?.stop())

const mailsOf = (person: string) => env.sink.to(addressOf(person))
const digest = (person: string, how: string) =>
  env.service.call(as(person), 'PUT', '/api/notification-preferences', { digest: how, digest_hour: 18 })
/** The next mail of a person has gone out; it. */
async function next(person: string) {
  const before = mailsOf(person).length
  await until(async () => expect(await env.waits(person)).toBeGreaterThan(0))
  await env.database.query(`update mails set created_at = created_at - interval '1 day' where person_id = $1`, [person])
  await env.goOn(person)
  await until(async () => expect(mailsOf(person)).toHaveLength(before + 1))
  await until(async () => expect((await env.stateOf(person)).filter((state) => state === 'waiting')).toEqual([]))
  return mailsOf(person)[before]!
}
const countOf = async (person: string) => (await env.list(person)).items.reduce((sum: number, one: { count: number }) => sum + one.count, 0)
/** A number of scores, one after the other: an unread notification of them grows. */
async function scores(course: string, person: string, ...titles: string[]) {
  const before = await countOf(person)
  for (const title of titles) await env.score(course, person, title)
  await until(async () => expect(await countOf(person)).toBe(before + titles.length))
  await env.settled()
}

test('three digests on end: each names what is new since the last, also of a notification that has grown, and nothing that was read', async () => {
  const ann = await env.person({ locale: 'en' })
  const course = await env.courseWith([ann], true)
  await digest(ann, 'daily')
  await scores(course, ann, 'One', 'Two')
  expect((await next(ann)).text).toContain('2 new scores in')
  // the same notification, unread, grows
  await scores(course, ann, 'Three')
  await env.opens(course)
  await until(async () => expect(await countOf(ann)).toBe(4))
  const second = await next(ann)
  expect(second.text).toContain('Your score for Three is available')
  expect(second.text).not.toMatch(/new scores|score for (One|Two)/)
  expect(second.header('Subject')).toContain('2')
  // read in between, then new
  await env.opens(course)
  await until(async () => expect(await countOf(ann)).toBe(5))
  await env.service.call(as(ann), 'PUT', '/api/notifications/read', { all: true })
  await scores(course, ann, 'Four', 'Five')
  const third = await next(ann)
  expect(third.text).toContain('2 new scores in')
  expect(third.text).not.toMatch(/Three|New: /)
})

test('of one that grows while its mail is on the way the next mail has the rest alone, or there is none', async () => {
  const bea = await env.person({ locale: 'en' })
  const course = await env.courseWith([bea], true)
  env.sink.behaviour.hangs = true
  await scores(course, bea, 'One')
  await until(async () => expect(await env.waits(bea)).toBe(1))
  await env.goOn(bea)
  await until(async () => expect(await env.stateOf(bea)).toEqual(['waiting']))
  await scores(course, bea, 'Two')
  env.sink.behaviour.hangs = false
  await until(async () => {
    await env.retry()
    expect(await env.stateOf(bea)).toEqual(['sent'])
  })
  // both were in it, since it was composed when it went
  expect(mailsOf(bea).at(-1)!.text).toContain('2 new scores in')
  const before = mailsOf(bea).length
  expect(await env.waits(bea)).toBe(1)
  await env.database.query(`update mails set created_at = created_at - interval '1 day' where person_id = $1`, [bea])
  await env.goOn(bea)
  await until(async () => expect(await env.stateOf(bea)).toEqual(['sent', 'not_sent']))
  expect(mailsOf(bea)).toHaveLength(before)
})

test('notifications that could not be sent in a day come again, once, with the new ones; those older than a week do not', async () => {
  const cal = await env.person({ locale: 'en' })
  const course = await env.courseWith([cal], true)
  await digest(cal, 'daily')
  env.sink.behaviour.rcpt = (to) => (to === addressOf(cal) ? '451 4.3.0 Later' : '250 ok')
  await scores(course, cal, 'One')
  await until(async () => expect(await env.waits(cal)).toBe(1))
  await env.goOn(cal)
  await until(async () => {
    await env.database.query(
      `update kit.jobs set tries = 29, run_at = now() where kind = 'sendMail' and lease_until is null and payload->>'mail' in (
         select id::text from mails where person_id = $1)`,
      [cal],
    )
    expect(await env.stateOf(cal)).toEqual(['given_up'])
  })
  expect(await env.waits(cal)).toBe(1)
  env.sink.behaviour.rcpt = () => '250 ok'
  await scores(course, cal, 'Two')
  expect((await next(cal)).text).toContain('2 new scores in')
  await scores(course, cal, 'Three')
  expect((await next(cal)).text).toContain('Your score for Three is available')
})

test('from at once to daily: notifications that a mail had are not in the digest, and those that waited are', async () => {
  const dov = await env.person({ locale: 'en' })
  const course = await env.courseWith([dov], true)
  await scores(course, dov, 'One')
  expect((await next(dov)).text).toContain('Your score for One is available')
  await scores(course, dov, 'Two')
  await until(async () => expect(await env.waits(dov)).toBe(1))
  await digest(dov, 'daily')
  const { rows } = await env.database.query(
    `select extract(hour from run_at at time zone 'Asia/Bangkok')::int as hour from kit.jobs where kind = 'gatherMail' and payload->>'person' = $1`,
    [dov],
  )
  expect(rows).toEqual([{ hour: 18 }])
  await scores(course, dov, 'Three')
  const daily = await next(dov)
  expect(daily.text).toContain('2 new scores in')
  await digest(dov, 'at_once')
  await scores(course, dov, 'Four')
  expect((await next(dov)).text).toContain('Your score for Four is available')
})
