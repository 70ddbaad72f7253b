// Decisions on meetings: agreed, changed, withdrawn and called off, and the people notified of it; over a real database, through the calls.
import type { Actor } from '@lyceum/kit/calls/actor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calendar, openCalendar } from '../test/calendar.ts'

let env: Calendar
beforeAll(async () => {
  env = await openCalendar()
})
afterAll(() => env?.close())

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const draft = (more: object = {}) => ({ title: 'Curriculum', start_time: inHours(24), end_time: inHours(25), ...more })
const ask = (actor: Actor, more: object = {}) => env.ok(actor, 'POST /api/calendar-meeting', draft(more))
const decide = (id: string, audit_status: string, version: number, more: object = {}) =>
  env.call(env.school.manager, `PUT /api/management/calendar-meeting/${id}`, { audit_status, version, ...more })
const sees = async (actor: Actor, id: string) =>
  (await env.ok(actor, 'GET /api/calendar-meeting?page_size=100')).items.some((one: { id: string }) => one.id === id)

test('asked for, agreed: then its people see it; changed it waits again', async () => {
  const { teacher, student, manager, other } = env.school
  const meeting = await ask(teacher, { join_url: 'https://meet.example.edu/c', room: 'Board room' })
  expect(meeting).toMatchObject({
    audit_status: 'others',
    state: 'ahead',
    editable: true,
    shown_editable: true,
    host_name: 'Elena Petrova',
    scope_org_ids: env.school.org,
  })
  expect([await sees(teacher, meeting.id), await sees(student, meeting.id), await sees(other, meeting.id)]).toEqual([true, false, false])
  const list = await env.ok(manager, 'GET /api/management/calendar-meeting?conditions={"audit_status":"others"}')
  expect(list.items.map(({ id }: { id: string }) => id)).toContain(meeting.id)
  expect(list.waiting).toBeGreaterThan(0)
  const { body: agreed } = await decide(meeting.id, 'agree', meeting.version)
  expect(agreed).toMatchObject({ audit_status: 'agree', audit_reason: '' })
  expect(await sees(student, meeting.id)).toBe(true)
  const [entry] = (await env.entries(student, inHours(23), inHours(26))).filter(({ id }) => id === meeting.id)
  expect(entry).toMatchObject({ kind: 'meeting', audit_status: 'agree', join_url: 'https://meet.example.edu/c', editable: false })
  const changed = await env.ok(teacher, `PUT /api/calendar-meeting/${meeting.id}`, { title: 'Curriculum II', version: agreed.version })
  expect(changed.audit_status).toBe('others')
  expect(await sees(student, meeting.id)).toBe(false)
  const facts = (await env.facts('MeetingChanged')).filter(({ value }) => value.id === meeting.id)
  expect(facts.map(({ value }) => [value.audit_status, value.news])).toEqual([
    ['others', 'asked'],
    ['agree', 'agreed'],
    ['others', 'asked'],
  ])
  expect(facts[1]!.value).toMatchObject({ location: 'Board room', decided: true })
  // of who manages the calendar it is agreed at once
  const own = await ask(manager)
  expect(own).toMatchObject({ audit_status: 'agree' })
  const renamed = await env.ok(manager, `PUT /api/calendar-meeting/${own.id}`, { description: 'Bring your lists', version: own.version })
  const moved = await env.ok(manager, `PUT /api/calendar-meeting/${own.id}`, { room: 'Hall B', version: renamed.version })
  await env.ok(manager, `DELETE /api/calendar-meeting/${own.id}?version=${moved.version}`)
  const ofOwn = (await env.facts('MeetingChanged')).filter(({ value }) => value.id === own.id)
  expect(ofOwn.map(({ value }) => [value.news, value.deleted])).toEqual([
    ['agreed', false],
    ['', false],
    ['moved', false],
    ['called_off', true],
  ])
})

test('whoever counts on an agreed meeting is told once that it is off, with the reason: withdrawn, or changed and then rejected or deleted', async () => {
  const { teacher } = env.school
  const agreed = async () => {
    const meeting = await ask(teacher, { room: 'Board room' })
    return (await decide(meeting.id, 'agree', meeting.version)).body
  }
  const change = (meeting: { id: string; version: number }) =>
    env.ok(teacher, `PUT /api/calendar-meeting/${meeting.id}`, { room: 'Hall B', version: meeting.version })
  const news = async (id: string) =>
    (await env.facts('MeetingChanged')).filter(({ value }) => value.id === id).map(({ value }) => [value.news, value.reason])
  const withdrawn = await agreed()
  const { body } = await decide(withdrawn.id, 'reject', withdrawn.version, { reason: 'No heating' })
  const { body: again } = await decide(withdrawn.id, 'reject', body.version, { reason: 'No heating at all' })
  expect((await news(withdrawn.id)).slice(2)).toEqual([
    ['called_off', 'No heating'],
    ['', 'No heating at all'],
  ])
  // once off nobody counts on it: asked for anew and rejected, only who asked is told
  const anew = await change(again)
  await decide(withdrawn.id, 'reject', anew.version, { reason: 'Still cold' })
  expect((await news(withdrawn.id)).at(-1)).toEqual(['rejected', 'Still cold'])
  const changed = await change(await change(await agreed()))
  expect(changed.audit_status).toBe('others')
  await decide(changed.id, 'reject', changed.version, { reason: 'The hall is taken' })
  expect((await news(changed.id)).slice(2)).toEqual([
    ['asked', ''],
    ['', ''],
    ['called_off', 'The hall is taken'],
  ])
  const deleted = await change(await agreed())
  await env.ok(teacher, `DELETE /api/calendar-meeting/${deleted.id}?version=${deleted.version}`)
  expect((await news(deleted.id)).at(-1)).toEqual(['called_off', ''])
  const over = await agreed()
  await env.school.db.query(
    `update meetings set start_time = now() - interval '2 hours', end_time = now() - interval '1 hour' where id = $1`,
    [over.id],
  )
  await decide(over.id, 'reject', 9e15, { reason: 'Never held' })
  expect((await news(over.id)).at(-1)).toEqual(['rejected', 'Never held'])
})

test('an agreed one that goes to another course or host tells whose it was; of one that was told to nobody nothing', async () => {
  const { teacher, manager } = env.school
  const [first, second] = [await env.course('Tides'), await env.course('Reefs')]
  await env.enrol(first, manager, 'instructor')
  await env.enrol(second, manager, 'instructor')
  const facts = async (id: string) =>
    (await env.facts('MeetingChanged'))
      .filter(({ value }) => value.id === id)
      .map(({ value }) => [value.news, value.before?.course_id, value.before?.host_id])
  const change = async (who: Actor, { id, version }: { id: string; version: number }, more: object) =>
    await env.ok(who, `PUT /api/calendar-meeting/${id}`, { version, ...more })
  // agreed at once
  const own = await ask(manager, { course_id: first })
  const handed = await change(manager, await change(manager, own, { course_id: second }), { host_user_id: teacher.person, room: 'Hall B' })
  await change(manager, handed, { course_id: null })
  const host = manager.person
  expect(await facts(own.id)).toEqual([
    ['agreed', undefined, undefined],
    ['', first, host],
    ['moved', second, host],
    ['', second, teacher.person],
  ])
  // it waits again, and is rejected: the other course never heard of it
  const asked = await ask(teacher, { course_id: first })
  const { body: agreed } = await decide(asked.id, 'agree', asked.version)
  const waiting = await change(teacher, agreed, { course_id: second })
  await decide(asked.id, 'reject', (await change(teacher, waiting, { host_user_id: host })).version, { reason: 'No room' })
  expect(await facts(asked.id)).toEqual([
    ['asked', undefined, undefined],
    ['agreed', undefined, undefined],
    ['asked', first, teacher.person],
    ['', undefined, teacher.person],
    ['rejected', undefined, undefined],
  ])
})

test('one that was agreed, goes to another course and is deleted while it waits is off for whoever asked for it and leads it', async () => {
  const { teacher, manager } = env.school
  const [first, second] = [await env.course('Tides'), await env.course('Reefs')]
  const host = manager.person
  await env.enrol(first, manager, 'instructor')
  const facts = async (id: string) =>
    (await env.facts('MeetingChanged'))
      .filter(({ value }) => value.id === id)
      .map(({ value }) => [value.news, value.before?.course_id, value.before?.host_id])
      .slice(2)
  const agreed = async () => {
    const { id, version } = await ask(teacher, { course_id: first, host_user_id: host })
    return (await decide(id, 'agree', version)).body
  }
  const change = async ({ id, version }: { id: string; version: number }, more: object) =>
    await env.ok(teacher, `PUT /api/calendar-meeting/${id}`, { version, ...more })
  const remove = async ({ id, version }: { id: string; version: number }) =>
    await env.ok(teacher, `DELETE /api/calendar-meeting/${id}?version=${version}`)
  const moved = await change(await change(await agreed(), { course_id: second }), { room: 'Hall B' })
  await remove(moved)
  expect(await facts(moved.id)).toEqual([
    ['asked', first, host],
    ['', undefined, undefined],
    ['withdrawn', undefined, undefined],
  ])
  // another leads it meanwhile: the former host is told at once
  const led = await change(await change(await agreed(), { course_id: second }), { host_user_id: teacher.person })
  await remove(led)
  expect(await facts(led.id)).toEqual([
    ['asked', first, host],
    ['', undefined, host],
    ['withdrawn', undefined, undefined],
  ])
})

test('two decide at once: one decides, the other hears of it', async () => {
  const meeting = await ask(env.school.teacher)
  const answers = await Promise.all([
    decide(meeting.id, 'agree', meeting.version),
    decide(meeting.id, 'reject', meeting.version, { reason: 'No room' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const [done, late] = answers[0]!.status === 200 ? [answers[0]!, answers[1]!] : [answers[1]!, answers[0]!]
  expect(late.body).toMatchObject({ code: 'meeting.newer', params: { version: done.body.version } })
  expect((await env.ok(env.school.teacher, `GET /api/calendar-meeting/${meeting.id}`)).audit_status).toBe(done.body.audit_status)
})
