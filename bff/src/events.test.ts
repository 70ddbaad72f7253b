// The hint stream: recipients, limits and the end of streams.
import { newId } from '@lyceum/kit/ids'
import { type Hint, hint } from '@lyceum/kit/kv/hints'
import { scaled, until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestBff, testBff } from '../test/test-bff.ts'

let bff: TestBff
let base: string
beforeAll(async () => {
  bff = await testBff()
  base = await bff.listen()
})
afterAll(() => bff.close())

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: scaled(30_000) })

/** The records of a stream of this session, until it ends. */
async function listen(cookie: string, query = `scope=${bff.org}`) {
  const answer = await fetch(`${base}/api/events?${query}`, { headers: { cookie } })
  const heard = {
    status: answer.status,
    text: '',
    ended: false,
    headers: answer.headers,
    /** Without those of facts of identity: its sign-ins may tell something at any moment. */
    hints: () =>
      [...heard.text.matchAll(/event: hint\ndata: (.*)\n/g)]
        .map(([, data]) => JSON.parse(data!))
        .filter(({ fact }) => !fact?.startsWith('lyceum.identity.')),
  }
  void (async () => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) heard.text += part
    heard.ended = true
  })().catch(() => {
    heard.ended = true
  })
  return heard
}
const send = (message: Partial<Hint>) =>
  hint(bff.world.kv, { subject: 'courseChanged', aggregate: 'course', id: newId(), org: bff.org, ...message })

test('401 without a session, 400 without a scope, 403 in a foreign organisation', async () => {
  const cookie = await bff.signIn('T1')
  expect((await listen('')).status).toBe(401)
  expect((await listen(cookie, '')).status).toBe(400)
  expect((await listen(cookie, `scope=${bff.foreign}`)).status).toBe(403)
  // a HEAD request opens no stream
  const head = await fetch(`${base}/api/events?scope=${bff.org}`, { method: 'HEAD', headers: { cookie } })
  expect(head.status).toBe(404)
})

test('hints reach those they are for: named people, members of the course, the person', async () => {
  const [mine, others] = [newId(), newId()]
  bff.courses.set(bff.student, [mine])
  const heard = await listen(await bff.signIn('S1'))
  expect([heard.status, heard.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  await send({ id: mine })
  await send({ id: others })
  await send({ subject: 'uploadChanged', aggregate: 'upload', id: 'u1', people: [bff.teacher] })
  await send({
    subject: 'uploadChanged',
    aggregate: 'upload',
    id: 'u2',
    people: [bff.student],
    fact: { topic: 't', key: 'upload:u2', type: 'x.Y', id: 'f' },
  })
  await send({ subject: 'uploadChanged', aggregate: 'upload', id: 'u3' })
  await send({ subject: 'personChanged', aggregate: 'person', id: bff.teacher })
  await send({ subject: 'personChanged', aggregate: 'person', id: bff.student })
  await send({ subject: 'orgChanged', aggregate: 'org', id: bff.org })
  await soon(() =>
    expect(heard.hints()).toEqual([
      { subject: 'courseChanged', id: mine, course: mine },
      { subject: 'uploadChanged', id: 'u2', fact: 't;upload:u2;x.Y;f' },
      { subject: 'personChanged', id: bff.student },
      { subject: 'orgChanged', id: bff.org },
    ]),
  )
})

test('a hint that several people get tells the one whom it is about', async () => {
  const [of, to] = await Promise.all([listen(await bff.signIn('S1')), listen(await bff.signIn('T1'))])
  const progress = { subject: 'progressChanged' as const, id: newId(), people: [bff.student, bff.teacher], about: bff.student }
  await send(progress)
  const heard = ({ hints }: typeof of) => hints().filter(({ subject }) => subject === 'progressChanged')
  await soon(() =>
    expect([heard(of), heard(to)]).toEqual([
      [{ subject: 'progressChanged', id: progress.id, course: progress.id, mine: true }],
      [{ subject: 'progressChanged', id: progress.id, course: progress.id }],
    ]),
  )
})

test('a new member receives the hints of the course from then on', async () => {
  const joined = newId()
  const heard = await listen(await bff.signIn('S1'))
  bff.courses.set(bff.student, [joined])
  await send({ id: joined, people: [bff.student] })
  await soon(() => expect(heard.hints()).toHaveLength(1))
  // meanwhile the BFF reads the person's courses again
  await soon(async () => {
    await send({ id: joined })
    expect(heard.hints().length).toBeGreaterThan(1)
  })
})

test('a member who has left receives no more of them', async () => {
  const left = newId()
  bff.courses.set(bff.student, [left])
  const heard = await listen(await bff.signIn('S1'))
  bff.courses.set(bff.student, [])
  const fact = { topic: 'lyceum.course.v1', key: `course:${left}`, type: 'lyceum.course.v1.MemberLeft', id: newId() }
  await send({ id: left, people: [bff.student], fact })
  await soon(() => expect(heard.hints()).toHaveLength(1))
  // meanwhile the BFF reads the person's courses again; from then on the course's hint is left out
  await soon(async () => {
    const before = heard.hints().length
    await send({ id: left })
    await send({ subject: 'personChanged', aggregate: 'person', id: bff.student })
    await until(() => heard.hints().length > before && heard.hints().at(-1).subject === 'personChanged')
    expect(heard.hints().slice(before)).toEqual([{ subject: 'personChanged', id: bff.student }])
  })
})

test('of a course that its students do not see they hear that it is shown or hidden, and nothing else', async () => {
  const course = newId()
  bff.courses.set(bff.student, [course])
  bff.hidden.add(course)
  const heard = await listen(await bff.signIn('S1'))
  const subjects = () => heard.hints().map(({ subject }) => subject)
  const change = (subject: Hint['subject']) => send({ id: course, subject })
  const mark = () => send({ subject: 'personChanged', aggregate: 'person', id: bff.student })
  for (const subject of ['courseChanged', 'moduleChanged', 'groupSetChanged'] as const) await change(subject)
  await mark()
  await soon(() => expect(subjects()).toEqual(['personChanged']))
  bff.hidden.delete(course)
  await change('coursePublished')
  await change('moduleChanged')
  await soon(() => expect(subjects()).toEqual(['personChanged', 'coursePublished', 'moduleChanged']))
  bff.hidden.add(course)
  await change('courseUnpublished')
  await soon(() => expect(subjects().at(-1)).toBe('courseUnpublished'))
  // meanwhile the BFF reads what the person sees again; from then on the course's hint is left out
  await soon(async () => {
    const before = subjects().length
    await change('courseChanged')
    await mark()
    await until(() => subjects().length > before && subjects().at(-1) === 'personChanged')
    expect(subjects().slice(before)).toEqual(['personChanged'])
  })
})

test('a new listener first receives the changes since its page was read', async () => {
  const [mine, others] = [newId(), newId()]
  bff.courses.set(bff.student, [mine])
  const cookie = await bff.signIn('S1')
  const began = Date.now()
  await send({ id: mine })
  await send({ id: others })
  await send({ id: mine })
  const latest = { topic: 't', key: `course:${mine}`, type: 'x.Y', id: 'f' }
  await send({ id: mine, fact: latest })
  const [late, without] = [await listen(cookie, `scope=${bff.org}&age=${Date.now() - began + 500}`), await listen(cookie)]
  await send({ id: mine, subject: 'moduleChanged' })
  const changed = { subject: 'courseChanged', id: mine, course: mine, fact: `t;course:${mine};x.Y;f` }
  const next = { subject: 'moduleChanged', id: mine, course: mine }
  const ofMine = ({ hints }: typeof late) => hints().filter(({ course }) => course === mine)
  await soon(() => expect([ofMine(late), ofMine(without)]).toEqual([[changed, next], [next]]))
  expect(late.text).not.toContain(others)
  // what nobody can know any more is said
  const older = await listen(cookie, `scope=${bff.org}&age=60000`)
  await soon(() => expect(older.text).toContain('event: gap\n'))
  expect((await listen(cookie, `scope=${bff.org}&age=60001`)).status).toBe(400)
  expect(late.text).not.toContain('gap')
})

test('hints of two topics of one course stay two, for a new listener too', async () => {
  const course = newId()
  bff.courses.set(bff.student, [course])
  const cookie = await bff.signIn('S1')
  const began = Date.now()
  for (const of of ['tides', 'salt', 'tides']) await send({ id: course, subject: 'postChanged', of })
  const late = await listen(cookie, `scope=${bff.org}&age=${Date.now() - began + 500}`)
  const changed = (of: string) => ({ subject: 'postChanged', id: course, course, of })
  const ofCourse = () => late.hints().filter((one) => one.course === course)
  await soon(() => expect(ofCourse()).toEqual([changed('tides'), changed('salt')]))
})

test('the stream ends with its session', async () => {
  const cookie = await bff.signIn('T1')
  const [heard, another] = [await listen(cookie), await listen(await bff.signIn('T1'))]
  await bff.ask('DELETE', '/api/session', { cookie })
  await soon(() => expect(heard.ended).toBe(true))
  expect(another.ended).toBe(false)
})

test('when the bff closes, every page is told another time to come back', async () => {
  const streams = await Promise.all([1, 2, 3].map(async () => listen(await bff.signIn('T1'))))
  await bff.restart()
  await soon(() => expect(streams.every(({ ended }) => ended)).toBe(true))
  expect(streams.every(({ text }) => (text.match(/retry: \d+/g) ?? []).length === 2)).toBe(true)
})
