// Roll calls: codes, guessing, repetition, doubts, spot checks, corrections, their close, and what a student reads of all that.
import type { Actor } from '@lyceum/kit/calls/actor'
import { plainDatabase } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'
import { closeRollCall } from '../closing.ts'
import { recordAttendance } from '../recording.ts'

let env: TestCourse
let session: string
let pool: pg.Pool
beforeAll(async () => {
  env = await testCourse()
  pool = new pg.Pool({ connectionString: env.activities.databaseUrl, max: 2 })
})
afterAll(async () => {
  await pool?.end()
  await env?.stop()
})
beforeEach(async () => {
  await env.db.query('delete from class_sessions')
  session = (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/class-sessions`, { title: 'Lecture 7' })).id
})

const open = (body: object = {}, of = session) =>
  env.ok(env.teacher, 'POST', `/api/class-sessions/${of}/roll-calls`, { ways: ['number', 'qr', 'hand'], minutes: 5, ...body })
const code = (id: string, who = env.teacher) => env.ok(who, 'GET', `/api/roll-calls/${id}/code`)
const state = (who = env.student, device?: string) =>
  env.ok(who, 'GET', `/api/class-sessions/${session}/state${device ? `?device=${device}` : ''}`)
const claim = (id: string, body: object, who: Actor = env.student) =>
  env.call(who, 'POST', `/api/roll-calls/${id}/claim`, { device: newId(), ...body })
const people = async (id: string, conditions: object = {}) =>
  (
    await env.ok(
      env.teacher,
      'GET',
      `/api/roll-calls/${id}/people?page_size=100&conditions=${encodeURIComponent(JSON.stringify(conditions))}`,
    )
  ).items
const doubtsOf = async (id: string, who: Actor) =>
  (await people(id)).find(({ person }: { person: { id: string } }) => person.id === who.person)?.doubts
const note = (id: string, body: object, who = env.teacher) => env.call(who, 'PUT', `/api/roll-calls/${id}/people`, body)
const close = (id: string, who = env.teacher) => env.call(who, 'POST', `/api/roll-calls/${id}/close`)
const earlier = (id: string, seconds: number) =>
  env.db.query(`update roll_calls set opened_at = opened_at - make_interval(secs => $2) where id = $1`, [id, seconds])
const wrong = (number: string, step = 1) => String((Number(number) + step) % 10_000).padStart(4, '0')
/** Students for one test; their membership ends with it. */
const withStudents = async (names: string[], work: (students: Actor[]) => Promise<void>) => {
  const students: Actor[] = []
  for (const name of names) students.push({ ...(await newStudent(env, name)), ...longSignedIn() })
  try {
    await work(students)
  } finally {
    await env.db.query('delete from mirror.members where person_id = any($1)', [students.map(({ person }) => person)])
  }
}
/** A sign-in of long ago. */
const longSignedIn = () => ({ session: `0190${newId().slice(4)}` })

test('a number and a QR code each make somebody present; again, they are answered the same', async () => {
  await withStudents(['Ann'], async ([ann]) => {
    const { id } = await open()
    await state()
    await state(ann)
    const { number, qr, next_at, now } = await code(id)
    expect(Date.parse(next_at) - Date.parse(now)).toBeLessThanOrEqual(5000)
    const first = await claim(id, { number })
    expect(first).toMatchObject({ status: 200, body: { state: 'present' } })
    expect((await claim(id, { number: wrong(number) })).body.at).toBe(first.body.at)
    expect(await claim(id, { qr }, ann!)).toMatchObject({ status: 200, body: { state: 'present' } })
    expect((await state()).mine.attendance).toEqual({ state: 'present', at: first.body.at })
    expect((await claim(id, { number, qr })).status).toBe(400)
    expect((await claim(id, {})).status).toBe(400)
    expect((await claim(id, { number }, env.teacher)).status).toBe(403)
    expect((await claim(id, { number }, env.stranger)).status).toBe(403)
    expect(await people(id)).toMatchObject([
      { person: { name: 'Ann' }, way: 'qr' },
      { person: { name: 'Maya Tan' }, way: 'number', doubts: [] },
    ])
    expect(await env.call(env.teacher, 'POST', `/api/class-sessions/${session}/roll-calls`, { ways: ['qr'], minutes: 1 })).toMatchObject({
      status: 409,
      body: { code: 'rollCall.open' },
    })
  })
})

test('an old QR code, another roll call’s and a closed one are refused', async () => {
  const { id } = await open()
  const { qr, number } = await code(id)
  await earlier(id, 11)
  expect(await claim(id, { qr })).toMatchObject({ status: 403, body: { code: 'rollCall.old' } })
  await close(id)
  expect((await env.call(env.teacher, 'GET', `/api/roll-calls/${id}/code`)).body.code).toBe('rollCall.closed')
  expect(await claim(id, { number })).toMatchObject({ status: 409, body: { code: 'rollCall.closed' } })
  const next = await open()
  expect(await claim(next.id, { qr })).toMatchObject({ status: 403, body: { code: 'rollCall.old' } })
  expect(await claim(next.id, { qr: (await code(next.id)).qr })).toMatchObject({ status: 200 })
})

test('a thousand numbers of one person at once are three tries; the right one comes too late', async () => {
  const { id } = await open()
  const { number } = await code(id)
  const tries = await Promise.all(Array.from({ length: 60 }, (_, nth) => claim(id, { number: wrong(number, nth + 1) })))
  expect(tries.every(({ status, body }) => status === 403 && /^rollCall\.(wrong|numberRetired)$/.test(body.code))).toBe(true)
  expect(tries.filter(({ body }) => body.params.left > 0).length).toBe(2)
  expect((await claim(id, { number })).status).toBe(403)
  expect((await state()).mine.left).toBe(0)
  // alone in the course: their own tries retire the number, of which who teaches is told
  expect((await env.ok(env.teacher, 'GET', `/api/class-sessions/${session}/board`)).roll_call).toMatchObject({ guessed: true })
  expect((await code(id)).number).toBeNull()
  expect(await claim(id, { qr: (await code(id)).qr })).toMatchObject({ status: 200 })
})

test('the tries of many retire the number; those of one among many do not', async () => {
  await withStudents(['Ann', 'Bo', 'Cy', 'Di'], async (students) => {
    const { id } = await open()
    const { number } = await code(id)
    const guess = async (who: Actor, times: number) => {
      for (let nth = 1; nth <= times; nth++) await claim(id, { number: wrong(number, nth) }, who)
    }
    await guess(students[0]!, 45)
    expect((await code(id)).number).not.toBeNull()
    await guess(students[1]!, 20)
    expect((await code(id)).number).toBeNull()
    expect(await claim(id, { number }, students[2])).toMatchObject({ status: 403, body: { code: 'rollCall.numberRetired' } })
  })
})

test('doubts are shown and refuse nobody', async () => {
  await withStudents(['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo'], async (students) => {
    const [ann, bo, cy, di, ed, flo] = students as [Actor, Actor, Actor, Actor, Actor, Actor]
    const { id } = await open({ late_after: 3 })
    const device = newId()
    await state(ann, device)
    await state(cy, newId())
    const { number } = await code(id)
    const fine = newId()
    for (const [who, body] of [
      [ann, { number, device }],
      [bo, { number, device }],
      [cy, { number, device: fine }],
    ] as const)
      expect(await claim(id, body, who)).toMatchObject({ status: 200 })
    // just signed in, on a device that was somebody else's
    expect(await claim(id, { number, device }, { ...di, session: newId() })).toMatchObject({ status: 200 })
    expect(await doubtsOf(id, ann)).toEqual(['device'])
    expect(await doubtsOf(id, bo)).toEqual(['unseen', 'device'])
    expect(await doubtsOf(id, di)).toEqual(['borrowed', 'unseen', 'device'])
    expect(await doubtsOf(id, cy)).toEqual([])
    // a network that is neither the screen's nor shared
    await state(ed)
    await state(flo)
    expect((await claim(id, { number }, ed)).status).toBe(200)
    expect((await claim(id, { number }, flo)).status).toBe(200)
    await env.db.query(`update attendance set network = 'elsewhere' where roll_call_id = $1 and person_id = $2`, [id, ed.person])
    expect(await doubtsOf(id, ed)).toEqual(['network'])
    // after its time, in the seconds until it is closed
    await env.db.query(
      `update roll_calls set closes_at = now() - interval '1 second', late_after = now() - interval '1 minute' where id = $1`,
      [id],
    )
    await state()
    expect((await claim(id, { number })).body.state).toBe('late')
    expect(await doubtsOf(id, env.student)).toEqual(['after'])
    await close(id)
    expect(await doubtsOf(id, ed)).toEqual(['network'])
    expect(await doubtsOf(id, ann)).toEqual(['device'])
    const kept = await env.db.query('select 1 from attendance where roll_call_id = $1 and (device is not null or network is not null)', [
      id,
    ])
    expect([kept.rowCount, (await env.db.query('select 1 from roll_call_codes')).rowCount]).toEqual([0, 0])
    expect((await people(id, { doubtful: true })).length).toBe(5)
  })
})

test('a spot check chooses each claim once; a confirmed or struck one is looked at', async () => {
  await withStudents(['Ann'], async ([ann]) => {
    const { id } = await open()
    const { number } = await code(id)
    for (const who of [env.student, ann!]) await claim(id, { number }, who)
    const check = (n: number) => env.ok(env.teacher, 'POST', `/api/roll-calls/${id}/spot-check`, { n })
    const first = await check(1)
    expect(first).toMatchObject({ people: [{ id: expect.any(String) }], left: 1 })
    const second = await check(5)
    expect(second).toMatchObject({ people: [{ id: expect.any(String) }], left: 0 })
    expect((await check(5)).people).toEqual([])
    const { roll_call } = await env.ok(env.teacher, 'GET', `/api/roll-calls/${id}/people`)
    const [one, other] = [first.people[0].id, second.people[0].id]
    const confirmed = await note(id, { person_ids: [one], state: 'present', version: roll_call.version })
    expect(confirmed.body.counts).toMatchObject({ present: 2, doubtful: 1 })
    const struck = await note(id, { person_ids: [other], state: 'absent', reason: 'Not in the hall', version: confirmed.body.version })
    expect(struck.body.counts).toMatchObject({ present: 1, absent: 1, doubtful: 0 })
    expect(await people(id, { asked: true, state: 'absent' })).toMatchObject([
      { person: { id: other }, seen_by: { name: 'Elena Petrova' } },
    ])
  })
})

test('closed, whoever has no claim is absent, facts come once, and a correction has a reason and a line', async () => {
  await withStudents(['Ann', 'Bo'], async ([ann, bo]) => {
    await env.db.query(`update mirror.persons set suspended_in = $2 where id = $1`, [bo!.person, [env.org]])
    const { id } = await open({ late_after: 2 })
    const { number } = await code(id)
    await claim(id, { number })
    const closed = await close(id)
    expect(closed.body).toMatchObject({ closed_at: expect.any(String), counts: { members: 2, present: 1, absent: 1 } })
    expect((await close(id)).body.version).toBe(closed.body.version)
    const facts = async () => (await env.facts('AttendanceChanged')).filter(({ roll_call_id }) => roll_call_id === id)
    await until(async () => (await facts()).length === 2)
    expect((await facts()).map(({ person_id, state: of }) => [person_id, of]).toSorted()).toEqual(
      [
        [env.student.person, 'present'],
        [ann!.person, 'absent'],
      ].toSorted(),
    )
    const again = await plainDatabase(pool).$transaction((tx) => recordAttendance(tx, id, new Date()))
    expect([again, (await facts()).length]).toEqual([false, 2])
    const draft = { person_ids: [ann!.person], state: 'excused', version: closed.body.version }
    expect((await note(id, draft)).body.details.reason[0].code).toBe('field.required')
    expect((await note(id, { ...draft, person_ids: [env.stranger.person], reason: 'R1' })).body.details.person_ids[0].code).toBe(
      'rollCall.notStudent',
    )
    expect(await note(id, { ...draft, reason: 'R1', version: 1 })).toMatchObject({ status: 409, body: { code: 'rollCall.newer' } })
    expect((await note(id, { ...draft, reason: 'R1' }, env.student)).status).toBe(403)
    expect((await note(id, { ...draft, reason: 'R1' })).body.counts).toMatchObject({ excused: 1, absent: 0 })
    expect((await facts()).at(-1)).toMatchObject({ person_id: ann!.person, state: 'excused' })
    const lines = (
      await env.db.query(`select before, after, person::text from kit.audit where action = 'attendance.corrected' and subject = $1`, [
        `roll-call:${id}`,
      ])
    ).rows
    expect(lines).toEqual([{ before: { attendance: 'absent' }, after: { attendance: 'on_leave', reason: 'R1' }, person: ann!.person }])
    const changes = (who = env.teacher) => env.call(who, 'GET', `/api/roll-calls/${id}/people/${ann!.person}/changes`)
    expect((await changes()).body).toMatchObject({
      total: 1,
      items: [{ before: 'absent', after: 'excused', reason: 'R1', by: { name: 'Elena Petrova' } }],
    })
    expect((await changes(env.student)).status).toBe(403)
    expect(await people(id, { person_id: ann!.person })).toMatchObject([{ state: 'excused', changes: 1 }])
    expect((await people(id)).find(({ person }: { person: { id: string } }) => person.id === ann!.person)).toMatchObject({
      changes: 1,
      reason: 'R1',
    })
    // whom the organisation has suspended is not absent
    expect((await people(id)).some(({ person }: { person: { id: string } }) => person.id === bo!.person)).toBe(false)
  })
})

test('a close that ends before its facts is made good by its job, and a class takes its roll call with it', async () => {
  const { id } = await open()
  // killed after the close: its transaction is whole, the facts are still due
  await plainDatabase(pool).$transaction(async (tx) => {
    await closeRollCall(tx, id, new Date())
  })
  await env.db.query(`delete from kit.jobs where kind = 'recordAttendance'`)
  const work = () => plainDatabase(pool).$transaction((tx) => recordAttendance(tx, id, new Date()))
  await expect(
    plainDatabase(pool).$transaction(async (tx) => {
      await recordAttendance(tx, id, new Date())
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  const before = (await env.facts('AttendanceChanged')).length
  const done = await work()
  expect([await work(), (await env.facts('AttendanceChanged')).length - before]).toEqual([false, done ? 1 : 0])
  const { id: next } = await open()
  const { version } = await state(env.teacher)
  await env.ok(env.teacher, 'PUT', `/api/class-sessions/${session}`, { ended: true, version })
  expect((await env.ok(env.teacher, 'GET', `/api/roll-calls/${next}/people`)).roll_call).toMatchObject({ closed_at: expect.any(String) })
})

test('a roll call closes at its time, and nobody is late before the end of it', async () => {
  expect(
    (await env.call(env.teacher, 'POST', `/api/class-sessions/${session}/roll-calls`, { ways: ['qr'], minutes: 2, late_after: 2 })).status,
  ).toBe(400)
  const { id } = await open()
  await env.db.query(`update kit.jobs set run_at = now() where key = $1`, [`roll-call:${id}`])
  await until(async () => (await people(id)).every(({ state: of }: { state: string }) => of === 'absent'))
})
