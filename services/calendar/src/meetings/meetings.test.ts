// Meetings: their address, the time until which they are changed, teaching teams, rows beyond every calendar; over a real database, through the calls.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
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
/** Its time has come, as if the day had passed. */
const begin = (id: string) =>
  env.school.db.query(
    `update meetings set start_time = now() - interval '10 minutes', end_time = now() + interval '50 minutes' where id = $1`,
    [id],
  )

test('a fact names the room alone: the address is in the answers to who may join', async () => {
  const { manager } = env.school
  const join_url = 'https://meet.example.edu/secret?pwd=4711'
  const addresses = { join_url, live_addr: 'https://live.example.edu/secret', replay_address: 'https://replay.example.edu/secret' }
  const made = [await ask(manager, addresses), await ask(manager, { ...addresses, room: 'Hall B' })]
  expect(made[0]).toMatchObject(addresses)
  await env.ok(manager, `PUT /api/calendar-meeting/${made[0].id}`, { start_time: inHours(20), version: made[0].version })
  await env.ok(manager, `DELETE /api/calendar-meeting/${made[1].id}?version=${made[1].version}`)
  const facts = (await env.facts('MeetingChanged')).filter(({ value }) => made.some(({ id }) => id === value.id))
  expect(facts.map(({ value }) => [value.news, value.location ?? ''])).toEqual([
    ['agreed', ''],
    ['agreed', 'Hall B'],
    ['moved', ''],
    ['called_off', 'Hall B'],
  ])
  for (const { value } of facts) expect(JSON.stringify(value)).not.toContain('secret')
})

test('begun: an agreed one is no longer changed or called off, a rejected one is, one that waits is offered and refused', async () => {
  const { teacher } = env.school
  const [agreed, rejected, waiting] = [await ask(teacher), await ask(teacher), await ask(teacher)]
  await decide(agreed.id, 'agree', agreed.version)
  await decide(rejected.id, 'reject', rejected.version, { reason: ' Too  early ' })
  for (const { id } of [agreed, rejected, waiting]) await begin(id)
  const read = async (id: string) => await env.ok(teacher, `GET /api/calendar-meeting/${id}`)
  expect(await read(agreed.id)).toMatchObject({ state: 'running', editable: false, shown_editable: false })
  expect(await read(rejected.id)).toMatchObject({ audit_reason: 'Too early', editable: true, shown_editable: true })
  expect(await read(waiting.id)).toMatchObject({ editable: false, shown_editable: true })
  for (const id of [agreed.id, waiting.id]) {
    expect(await env.fault(teacher, `PUT /api/calendar-meeting/${id}`, { title: 'X', version: 9e15 })).toBe('409 meeting.begun')
    expect(await env.fault(teacher, `DELETE /api/calendar-meeting/${id}?version=9000000000000000`)).toBe('409 meeting.begun')
  }
  await env.ok(teacher, `PUT /api/calendar-meeting/${rejected.id}`, { start_time: inHours(2), end_time: inHours(3), version: 9e15 })
  await env.ok(teacher, `DELETE /api/calendar-meeting/${rejected.id}?version=9000000000000000`)
  expect(await sees(teacher, rejected.id)).toBe(false)
})

test('of an agreed meeting that has begun the recording alone is set, without another decision', async () => {
  const { teacher, manager, student } = env.school
  const [meeting, waiting] = [await ask(teacher), await ask(teacher)]
  expect(meeting.replay_editable).toBe(false)
  const { body: agreed } = await decide(meeting.id, 'agree', meeting.version)
  for (const { id } of [meeting, waiting]) await begin(id)
  const put = (id: string, actor: Actor, body: object) => env.fault(actor, `PUT /api/calendar-meeting/${id}`, body)
  const replay_address = 'https://meet.example.edu/recording'
  expect(await put(waiting.id, teacher, { replay_address, version: 9e15 })).toBe('409 meeting.begun')
  expect(await put(meeting.id, teacher, { replay_address, title: 'X', version: 9e15 })).toBe('409 meeting.begun')
  expect(await put(meeting.id, student, { replay_address, version: 9e15 })).toBe('403 forbidden')
  const set = await env.ok(teacher, `PUT /api/calendar-meeting/${meeting.id}`, { replay_address, version: agreed.version })
  expect(set).toMatchObject({ replay_address, audit_status: 'agree', editable: false, shown_editable: false, replay_editable: true })
  const again = await env.ok(manager, `PUT /api/calendar-meeting/${meeting.id}`, { replay_address: '', version: set.version })
  expect(again).toMatchObject({ replay_address: '', audit_status: 'agree' })
  expect((await env.ok(student, `GET /api/calendar-meeting/${meeting.id}`)).replay_editable).toBe(false)
})

test('managers of the calendar change meetings of the organisation in it too', async () => {
  const { teacher, manager } = env.school
  const meeting = await ask(teacher)
  await decide(meeting.id, 'agree', meeting.version)
  const editable = async () => (await env.entries(manager, inHours(23), inHours(26))).find(({ id }) => id === meeting.id)?.editable
  expect(await editable()).toBe(true)
  await begin(meeting.id)
  await env.school.db.query('update places set starts = m.start_time, ends = m.end_time from meetings m where m.id = item_id')
  expect((await env.entries(manager, inHours(-1), inHours(1))).find(({ id }) => id === meeting.id)?.editable).toBe(false)
})

test('refusals: the right to request, decide and change; addresses, hosts, organisations and times', async () => {
  const { teacher, student, manager, other } = env.school
  const fault = (more: object, actor = teacher) => env.fault(actor, 'POST /api/calendar-meeting', draft(more))
  expect(await fault({}, student)).toBe('403 forbidden')
  expect(await fault({ end_time: inHours(1) })).toBe('400 end_time meeting.endBeforeStart')
  expect(await fault({ end_time: inHours(400) })).toBe('400 end_time meeting.tooLong')
  expect(await fault({ join_url: 'javascript:alert(1)', live_addr: 'x' })).toBe(
    '400 join_url meeting.addressWrong live_addr meeting.addressWrong',
  )
  expect(await fault({ host_user_id: newId() })).toBe('400 host_user_id meeting.hostUnknown')
  for (const scope_org_ids of [newId(), 'x', `${env.school.org},${newId()}`])
    expect(await fault({ scope_org_ids })).toBe('400 scope_org_ids meeting.orgUnknown')
  const meeting = await ask(teacher)
  expect(await env.fault(other, `GET /api/calendar-meeting/${meeting.id}`)).toBe('404 meeting.notFound')
  expect(await env.fault(teacher, `PUT /api/management/calendar-meeting/${meeting.id}`, { audit_status: 'agree', version: 9e15 })).toBe(
    '403 forbidden',
  )
  expect((await decide(newId(), 'agree', 9e15)).status).toBe(404)
  expect(await env.fault(manager, 'GET /api/management/calendar-meeting?conditions={"audit_status":"maybe"}')).toBe(
    '400 conditions.audit_status field.choice',
  )
})

test('meetings of a teaching team need no approval and are changed at any time, by the team', async () => {
  const { teacher, student, other } = env.school
  const course = await env.course('Statistics')
  const assistant = await env.school.person('Aid', 'instructor')
  await env.enrol(course, assistant, 'instructor_assistant')
  const team = await env.ok(teacher, 'POST /api/instruction-team/meeting', draft({ title: 'Marking', course_id: course }))
  expect(team).toMatchObject({ audit_status: 'agree', instruction: true, course_name: 'Statistics' })
  const list = async (actor: Actor) => (await env.ok(actor, `GET /api/instruction-team/meeting?course_id=${course}`)).items.length
  expect([await list(teacher), await list(assistant), await list(student)]).toEqual([1, 1, 0])
  await begin(team.id)
  const changed = await env.ok(assistant, `PUT /api/instruction-team/meeting/${team.id}`, {
    title: 'Marking week 8',
    version: team.version,
  })
  expect(changed).toMatchObject({ editable: true, audit_status: 'agree', state: 'running' })
  expect(await env.fault(student, `GET /api/instruction-team/meeting/${team.id}`)).toBe('404 meeting.notFound')
  expect(await env.fault(other, 'POST /api/instruction-team/meeting', draft({ course_id: course }))).toBe('403 forbidden')
  expect(await env.fault(student, 'POST /api/instruction-team/meeting', draft({ course_id: course }))).toBe('403 forbidden')
  const [entry] = (await env.entries(assistant, inHours(-1), inHours(1))).filter(({ id }) => id === team.id)
  expect(entry).toMatchObject({ kind: 'instruction_meeting', course_id: course })
  expect((await env.entries(student, inHours(-1), inHours(1))).some(({ id }) => id === team.id)).toBe(false)
  // who made it and is of the team no more is offered no change of it
  const left = await env.ok(assistant, 'POST /api/instruction-team/meeting', draft({ course_id: course }))
  await env.school.db.query(`update mirror.members set state = 'left' where course_id = $1 and person_id = $2`, [course, assistant.person])
  expect((await env.entries(assistant, inHours(23), inHours(26))).find(({ id }) => id === left.id)?.editable).toBe(false)
  expect(await env.fault(assistant, `DELETE /api/instruction-team/meeting/${left.id}?version=${left.version}`)).toBe('403 forbidden')
  await env.ok(teacher, `DELETE /api/instruction-team/meeting/${left.id}?version=${left.version}`)
  await env.ok(teacher, `DELETE /api/instruction-team/meeting/${team.id}?version=${changed.version}`)
  expect(await list(teacher)).toBe(0)
})

test('a row beyond every calendar stands in the lists and in the spreadsheet, and breaks neither', async () => {
  const { manager } = env.school
  for (const [start, end] of [
    ['9999-12-31 23:00+00', '10000-01-01 14:00+00'],
    ['-infinity', 'infinity'],
    ['0001-01-01 00:00+00 BC', '0001-01-01 01:00+00'],
  ]) {
    const { id } = await ask(manager)
    await env.school.db.query('update meetings set start_time = $2, end_time = $3 where id = $1', [id, start, end])
    expect(await sees(manager, id)).toBe(true)
    const list = await env.ok(manager, 'GET /api/management/calendar-meeting?page_size=100')
    expect(list.items.map((one: { id: string }) => one.id)).toContain(id)
    expect((await env.call(manager, 'GET /api/management/calendar-meeting/excel')).status).toBe(200)
    expect((await env.call(manager, `GET /api/calendar-meeting/${id}`)).body.start_time).toMatch(/^(19|22)\d\d-/)
  }
})

test('times beyond the years that are shown are refused with the field, also one that a duration leads to', async () => {
  const { manager } = env.school
  const make = (more: object) => env.fault(manager, 'POST /api/calendar-meeting', { title: 'Curriculum', ...more })
  expect(await make({ start_time: '9999-12-31T23:59:59-14:00' })).toBe('400 start_time field.timeRange')
  expect(await make({ start_time: '0001-01-01T00:00:00+14:00' })).toBe('400 start_time field.timeRange')
  // an hour long
  expect(await make({ start_time: '2200-01-01T00:00:00Z' })).toBe('400 end_time field.timeRange')
  expect(await env.fault(manager, 'GET /api/calendar-meeting?start=0000-01-01T00:00:00Z')).toBe('400 start field.timeRange')
})

test('the words of the spreadsheet are English for what is no language', async () => {
  const { status, body } = await env.call(env.school.manager, 'GET /api/management/calendar-meeting/excel?lang=toString')
  expect([status, String(body)]).toEqual([200, expect.stringContaining('PK')])
})
