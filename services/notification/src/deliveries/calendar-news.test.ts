// News of meetings, lessons and events: who gets them, when and where it is by their clock, and the entry for their calendar.
import { readFile } from 'node:fs/promises'
import { newId } from '@lyceum/kit/ids'
import { seal } from '@lyceum/kit/text/sealed'
import { CalendarAlertDueSchema, MeetingChangedSchema, TimetableChangedSchema } from '@lyceum/proto/calendar'
import { grantKeys } from '@lyceum/upload/mirror/grant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, type TestMails, testMails } from '../test/mails.ts'
import { as, key, org, teacher, until } from '../test/notification-facts.ts'
import type { SinkMail } from '../test/smtp-sink.ts'

let env: TestMails
beforeAll(async () => {
  env = await testMails({ MAIL_GATHER_SECONDS: '0', MAIL_BETWEEN_SECONDS: '0' })
})
afterAll(() => env?.stop())

const notificationsOf = async (person: string): Promise<string[]> => (await env.notificationsOf(person)).map(([type]) => type)
const mailTo = async (person: string, nth = 0): Promise<SinkMail> => {
  await until(async () => expect(env.sink.to(addressOf(person)).length).toBeGreaterThan(nth))
  return env.sink.to(addressOf(person))[nth]!
}
/** The calendar that a mail carries, its lines unfolded. */
const entryIn = ({ raw }: SinkMail): string | undefined => {
  const [, part] = /Content-Type: text\/calendar;[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw) ?? []
  return part && Buffer.from(part, 'base64').toString().replaceAll('\r\n ', '')
}
const meeting = (news: string, more: object) => {
  const id = newId()
  const version = BigInt(Date.parse('2026-11-20T00:00:00Z'))
  const fact = { id, orgId: org, title: 'Curriculum, part 2', startTime: '2026-11-24T02:00:00.000Z', endTime: '2026-11-24T03:00:00.000Z' }
  const emit = (news: string, more: object, actor: string) =>
    env.calendar.emit(
      MeetingChangedSchema,
      { key: `meeting:${id}`, org, actor },
      { ...fact, location: 'Hall B', auditStatus: 'agree', news, version, ...more },
    )
  return { id, emit, first: (actor: string) => emit(news, more, actor) }
}

test('the person who requested a meeting, its host and its course are notified that it is confirmed and called off, with an entry for their calendar', async () => {
  const [ann, bo, host, asker, manager] = [await env.person(), newId(), await env.person(), await env.person(), newId()]
  const course = await env.courseWith([ann, bo], true)
  const people = { createdBy: asker, hostId: host, courseId: course }
  const { id, emit, first } = meeting('agreed', people)
  await first(manager)
  for (const person of [ann, bo, host, asker, teacher])
    await until(async () => expect(await notificationsOf(person)).toEqual(['meeting_agreed']))
  const mail = await mailTo(host)
  expect(mail.text).toContain('Meeting confirmed: Curriculum, part 2')
  expect(mail.text).toContain('2026.11.24 09:00 – 10:00 (Asia/Bangkok)')
  expect(mail.text).toContain('Hall B')
  const lines = entryIn(mail)!.split('\r\n')
  for (const line of [
    'METHOD:PUBLISH',
    `UID:meeting-${id}@lyceum`,
    'DTSTART:20261124T020000Z',
    'DTEND:20261124T030000Z',
    'SUMMARY:Curriculum\\, part 2',
    'LOCATION:Hall B',
    'STATUS:CONFIRMED',
    'SEQUENCE:1795132800',
  ])
    expect(lines).toContain(line)
  await emit('called_off', { ...people, deleted: true, version: BigInt(Date.parse('2026-11-21T00:00:00Z')) }, asker)
  for (const person of [ann, host])
    await until(async () => expect((await notificationsOf(person)).toSorted()).toEqual(['meeting_agreed', 'meeting_called_off']))
  expect(entryIn(await mailTo(host, 1))).toContain('STATUS:CANCELLED')
  expect(await notificationsOf(asker)).toEqual(['meeting_agreed'])
})

test('an address that a fact of the release before names is in no notification and no mail; stored ones are cleaned by the migration', async () => {
  const location = 'https://meet.example.edu/secret?pwd=4711'
  const [asker, host] = [await env.person(), await env.person()]
  const { id, first } = meeting('agreed', { createdBy: asker, hostId: host, location })
  await first(newId())
  await until(async () => expect(await env.notificationsOf(host)).toHaveLength(1))
  const payloadOf = async () => (await env.database.query('select payload from notifications where person_id = $1', [host])).rows[0].payload
  const payload = await payloadOf()
  expect(JSON.stringify(payload)).not.toContain('secret')
  expect((await mailTo(host)).raw).not.toContain('meet.example.edu')
  expect(entryIn(await mailTo(host))).not.toContain('LOCATION')
  await env.database.query(
    `update notifications set payload = jsonb_set(payload, '{params,location}', to_jsonb($2::text)) where person_id = $1`,
    [host, location],
  )
  await env.database.query(`update notices set params = jsonb_set(params, '{location}', to_jsonb($1::text)) where about = $2`, [
    location,
    id,
  ])
  const script = new URL('../../prisma/migrations/20261208080000_meetings_without_addresses/migration.sql', import.meta.url)
  await env.database.query(await readFile(script, 'utf8'))
  expect(await payloadOf()).toEqual(payload)
  const { rows } = await env.database.query(
    `select distinct params ->> 'location' as location from notices where params ? 'location' order by 1`,
  )
  expect(rows.flatMap(({ location }) => (location.includes('secret') || location === 'Hall B' ? [location] : []))).toEqual(['Hall B'])
})

test('of a teaching team’s meeting students hear nothing', async () => {
  const ann = newId()
  const course = await env.courseWith([ann], true)
  const before = (await notificationsOf(teacher)).length
  await meeting('agreed', { createdBy: newId(), hostId: newId(), courseId: course, instruction: true }).first(newId())
  await until(async () => expect((await notificationsOf(teacher)).length).toBe(before + 1))
  expect(await notificationsOf(ann)).toEqual([])
})

test('of one that goes to another course and host the former ones are told, and who comes to it; nobody who stays', async () => {
  const [ann, bo, both, host, next, asker] = [newId(), newId(), newId(), await env.person(), await env.person(), await env.person()]
  const [course, other] = [await env.courseWith([ann, both], true), await env.courseWith([bo, both, host], true)]
  const { id, emit, first } = meeting('agreed', { createdBy: asker, hostId: host, courseId: course })
  await first(newId())
  for (const person of [ann, both, host, asker]) await until(async () => expect(await notificationsOf(person)).toEqual(['meeting_agreed']))
  const before = { hostId: host, courseId: course }
  await emit('', { createdBy: asker, hostId: next, courseId: other, before }, newId())
  for (const person of [bo, next]) await until(async () => expect(await notificationsOf(person)).toEqual(['meeting_agreed']))
  await until(async () => expect(await notificationsOf(ann)).toEqual(['meeting_taken_off', 'meeting_agreed']))
  const mail = await mailTo(next)
  expect(mail.text).toContain('Meeting confirmed: Curriculum, part 2')
  // back again, while it waits: who comes to it is not told before it is agreed
  await emit(
    'asked',
    { createdBy: asker, hostId: host, courseId: course, auditStatus: 'others', before: { hostId: next, courseId: other } },
    newId(),
  )
  await until(async () => expect(await notificationsOf(bo)).toEqual(['meeting_taken_off', 'meeting_agreed']))
  const gone = await mailTo(next, 1)
  expect(gone.text).toContain('No longer in your calendar: Curriculum, part 2')
  expect(entryIn(gone)).toContain(`UID:meeting-${id}@lyceum`)
  expect(entryIn(gone)).toContain('STATUS:CANCELLED')
  // who is in both has it no more either; the first host leads it again
  await until(async () => expect(await notificationsOf(both)).toEqual(['meeting_taken_off', 'meeting_agreed']))
  for (const person of [host, asker])
    expect((await notificationsOf(person)).filter((type) => type !== 'meeting_requested')).toEqual(['meeting_agreed'])
})

test('of one that waits for another course and is deleted its host and who asked for it are told, and nobody of that course', async () => {
  const [host, asker, former, ann] = [await env.person(), await env.person(), await env.person(), newId()]
  const course = await env.courseWith([ann, former], true)
  const waiting = { createdBy: asker, hostId: host, courseId: course, auditStatus: 'others' }
  const { emit, first } = meeting('asked', { ...waiting, before: { hostId: former } })
  await first(newId())
  // in the other course, which has yet to hear of it
  await until(async () => expect(await notificationsOf(former)).toEqual(['meeting_taken_off']))
  await emit('withdrawn', { ...waiting, deleted: true }, newId())
  for (const person of [host, asker]) await until(async () => expect(await notificationsOf(person)).toContain('meeting_called_off'))
  expect([await notificationsOf(ann), await notificationsOf(former)]).toEqual([[], ['meeting_taken_off']])
})

test('managers of the calendar are notified of a meeting that waits; its requester of a rejection, with the reason', async () => {
  const [office, lecturer, asker] = [
    await env.person({ roles: ['educational_admin'] }),
    await env.person({ roles: ['instructor'] }),
    await env.person(),
  ]
  const { first, emit } = meeting('asked', { createdBy: asker, hostId: asker, auditStatus: 'others' })
  await first(asker)
  await until(async () => expect(await notificationsOf(office)).toEqual(['meeting_requested']))
  await emit('rejected', { createdBy: asker, hostId: asker, auditStatus: 'reject', decided: true, reason: 'The hall is taken' }, office)
  await until(async () => expect(await notificationsOf(asker)).toEqual(['meeting_rejected']))
  expect((await env.list(asker)).items[0].payload.params.content).toBe('The hall is taken')
  const mail = await mailTo(asker)
  expect([mail.text.includes('The hall is taken'), entryIn(mail)]).toEqual([true, undefined])
  expect([await notificationsOf(office), await notificationsOf(lecturer)]).toEqual([['meeting_requested'], []])
})

test('managers of a department hear of the meetings that they decide about: of its courses, else of those whom its people lead', async () => {
  const [marine, law] = [newId(), newId()]
  for (const id of [marine, law])
    await env.database.query(
      `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, 'D', array[$1::uuid], '', false, 1)`,
      [id, org],
    )
  const managerOf = (department: string) => env.person({ roles: ['educational_admin'], department })
  const [office, ofLaw, host] = [await managerOf(marine), await managerOf(law), await env.person({ department: marine })]
  const asker = await env.person({ department: law })
  const course = await env.courseWith([], true)
  await env.database.query('update mirror.courses set department_id = $2 where id = $1', [course, law])
  const request = async (more: object) => {
    const { id, first } = meeting('asked', { createdBy: asker, hostId: host, auditStatus: 'others', ...more })
    await first(asker)
    // one statement notifies all of them
    const rows = await until(async () => {
      const list = await env.database.query(`select person_id from notifications where type = 'meeting_requested' and subject_id = $1`, [
        id,
      ])
      expect(list.rowCount).toBeGreaterThan(0)
      return list.rows
    })
    return [office, ofLaw].filter((person) => rows.some(({ person_id }) => person_id === person))
  }
  expect(await request({})).toEqual([office])
  expect(await request({ courseId: course })).toEqual([ofLaw])
  const anywhere = await env.courseWith([], true)
  expect(await request({ courseId: anywhere })).toEqual([office])
})

test('a mail about lessons has the words of who changed them, when and where; one about an event by the reader’s own clock', async () => {
  const ann = await env.person()
  const course = await env.courseWith([ann], true)
  await env.service.call(as(ann), 'PUT', '/api/notification-preferences', { time_zone: 'America/New_York' })
  await env.calendar.emit(TimetableChangedSchema, key(course), {
    timetable: { id: newId(), orgId: org, courseId: course },
    notice: { what: 'cancelled', startTime: '2026-11-24T02:00:00Z', location: 'Hall E', content: 'Read chapter four' },
  })
  const lesson = await mailTo(ann)
  for (const part of ['Lessons of Marine Biology II are cancelled', '2026.11.23 21:00 (America/New_York)', 'Hall E', 'Read chapter four'])
    expect(lesson.text).toContain(part)
  await env.calendar.emit(
    CalendarAlertDueSchema,
    { key: `event:${newId()}`, org, version: 5n },
    {
      eventId: newId(),
      orgId: org,
      title: 'Excursion',
      startTime: '2026-11-24T00:00:00Z',
      endTime: '2026-11-26T00:00:00Z',
      allDay: true,
      location: 'Pier 4',
      personIds: [ann],
      sendEmailAlert: true,
      courseId: course,
    },
  )
  const event = await mailTo(ann, 1)
  for (const part of ['2026.11.24 – 2026.11.25', 'Pier 4']) expect(event.text).toContain(part)
  expect(entryIn(event)).toContain('DTSTART;VALUE=DATE:20261124\r\nDTEND;VALUE=DATE:20261126')
})

test('a course is sent ten changes of lessons a day, by whatever box that is ticked; the page tells the others', async () => {
  const ann = await env.person()
  const course = await env.courseWith([ann], true)
  const change = (nth: number) =>
    env.calendar.emit(TimetableChangedSchema, key(course), {
      timetable: { id: newId(), orgId: org, courseId: course },
      notice: { what: 'moved', startTime: '2026-11-24T02:00:00Z', content: `Change ${nth}` },
    })
  for (let nth = 1; nth <= 12; nth++) await change(nth)
  await until(async () => expect((await env.list(ann)).total).toBe(12))
  await env.settled()
  const { rows } = await env.database.query(
    `select count(*)::int as n from (select unnest(notification_ids) from mails where person_id = $1
       union select notification_id from waiting where person_id = $1) s`,
    [ann],
  )
  expect(rows).toEqual([{ n: 10 }])
})

test('of an event that somebody made for themselves the title and the place are said, which stand sealed in the fact and nowhere else', async () => {
  const ann = await env.person()
  const sealed = seal(grantKeys(env.world.env.GRANT_KEYS!), 'own-event', JSON.stringify({ title: 'Dentist', location: 'Room 3' }))
  const due = { eventId: newId(), orgId: org, startTime: '2026-11-24T02:00:00Z', personIds: [ann], sendEmailAlert: true, sealed }
  await env.calendar.emit(CalendarAlertDueSchema, { key: `person:${ann}`, org }, due)
  const mail = await mailTo(ann)
  for (const part of ['Dentist begins soon', '2026.11.24 09:00 (Asia/Bangkok)', 'Room 3']) expect(mail.text).toContain(part)
  expect(entryIn(mail)).toContain('SUMMARY:Dentist')
  const [{ payload }] = (await env.list(ann)).items
  expect(payload.params).toEqual({ start: '2026-11-24T02:00:00Z', location: 'Room 3', version: '0' })
})
