// Meetings: approval, until when they are changed, teaching teams; over a real database, through the calls.
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
