// Tests of invitations.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import type { TestService } from '@lyceum/kit/test/test-service'
import { scaled } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'
import type { Invite } from '../enrolments/invite-api.ts'
import { composeInvite } from './mails.ts'
import { inviteRoles } from './rules.ts'

let it: TestService
let school: School
let far: School
let stop: () => Promise<void>
let course: string
beforeAll(async () => {
  ;({ it, school, far, stop } = await testCourses({ env: { INVITES_PER_DAY: '40', PUBLIC_URL: 'https://learn.aldermoor.example/' } }))
})
afterAll(() => stop?.())
beforeEach(async () => {
  course = (await it.call(school.teacher, 'POST', '/api/course', { name: 'Marine Biology II' })).body.id
})

const emailOf = (person: Actor) => `${person.person}@example.org`
const invite = (emails: string[], more: object = {}, actor = school.teacher) =>
  it.call(actor, 'POST', `/api/course/${course}/invites`, { emails, ...more })
const invited = async (person = school.student, more: object = {}): Promise<Invite> =>
  (await invite([emailOf(person)], more)).body.invites[0]
const list = async (query = '') => (await it.call(school.teacher, 'GET', `/api/courses/${course}/invites${query}`)).body
const status = (id: string, actor = school.student) => it.call(actor, 'GET', `/api/invites/${id}/status`)
const answer = (id: string, how: 'invite-confirm' | 'decline', actor = school.student) =>
  it.call(actor, 'POST', `/api/invites/${id}/${how}`)
const roleIn = async (person: Actor) =>
  (
    await school.db.query(`select role from enrolments where course_id = $1 and person_id = $2 and state = 'active'`, [
      course,
      person.person,
    ])
  ).rows[0]?.role
const facts = async () =>
  (
    await school.db.query(`select value::jsonb as value, hint from kit.outbox where key = $1 and type like '%InviteChanged' order by seq`, [
      `course:${course}`,
    ])
  ).rows as { value: { person_id: string; state: string }; hint: { people: string[] } }[]

test('the default role is student if students may be invited, else assistant, else instructor', () => {
  const of = (students: boolean, assistants: boolean, instructors: boolean) => inviteRoles({ students, assistants, instructors })[0]
  expect([of(true, true, true), of(false, true, true), of(false, false, true), of(false, false, false)]).toEqual([
    'student',
    'instructor_assistant',
    'instructor',
    undefined,
  ])
})

describe('inviting', () => {
  test('201: a fact for the person and who teaches, a mail with a link, no address in the fact', async () => {
    await school.db.query(`update mirror.persons set locale = 'th' where id = $1`, [school.student.person])
    const { status: answered, body } = await invite([emailOf(school.student)])
    expect([answered, body.message, body.errors, body.skipped]).toEqual([201, 'invited', {}, []])
    expect(body.invites).toMatchObject([
      { person: { name: 'Maya Tan' }, role: 'student', status: 'sent', sent_count: 1, inviter: { name: 'Elena Petrova' } },
    ])
    const [fact] = await facts()
    expect(fact?.hint.people).toEqual([school.student.person, school.teacher.person])
    expect(JSON.stringify(fact)).not.toContain('@')
    await vi.waitFor(() => expect(it.mails.map(({ to }) => to)).toContain(emailOf(school.student)), scaled(10_000))
    const mail = it.mails.find(({ to }) => to === emailOf(school.student))!
    expect(mail.subject).toBe('Elena Petrova เชิญคุณเข้าร่วม Marine Biology II')
    expect(mail.text).toContain(`https://learn.aldermoor.example/course/${course}/content?invite=${body.invites[0].id}`)
    await school.db.query(`update mirror.persons set locale = 'en' where id = $1`, [school.student.person])
  })
  test('addresses with display names, doubled, in capitals, in another form of their domain, in quotes', async () => {
    const [zoe, quoted] = [await school.person('Zoë', 'student'), await school.person('Quoted', 'student')]
    await school.db.query(`update mirror.persons set email = 'zoë.${zoe.person}@bücher.example' where id = $1`, [zoe.person])
    await school.db.query(`update mirror.persons set email = '"q ${quoted.person}"@example.org' where id = $1`, [quoted.person])
    const { body } = await invite([
      `"Tan, Maya" <${emailOf(school.student)}>`,
      `  ${emailOf(school.student).toUpperCase()} `,
      `zoë.${zoe.person}@xn--bcher-kva.example`,
      `"q ${quoted.person}"@example.org`,
    ])
    expect(body.invites?.map(({ person }: Invite) => person.name)).toEqual(['Maya Tan', 'Quoted', 'Zoë'])
  })
  test('400 at the fields for malformed and unknown addresses, all of them named; then nobody is invited', async () => {
    const wrong = Array.from({ length: 40 }, (_, nth) => (nth % 2 ? `nobody${nth}@example.org` : `not an address ${nth}`))
    const { status: answered, body } = await invite([...wrong, emailOf(school.student), emailOf(far.student)])
    expect([answered, Object.keys(body.errors).sort()]).toEqual([400, ['emails_malformed', 'emails_not_exist']])
    expect(body.details.emails_not_exist[0]).toMatchObject({ code: 'invite.emailsNotExist', params: { count: 21 } })
    expect(body.details.emails_not_exist[0].params.all).toContainEqual({ email: emailOf(far.student) })
    expect(body.details.emails_malformed[0].params.all).toHaveLength(20)
    expect(await facts()).toEqual([])
  })
  test('400 for ten thousand at once, for none, and for another field', async () => {
    expect((await invite(Array.from({ length: 10_000 }, (_, nth) => `p${nth}@example.org`))).body.errors).toHaveProperty('emails')
    expect((await invite([])).body.errors).toHaveProperty('emails')
    expect((await invite([emailOf(school.student)], { invite_type: 'dove' })).body.errors).toHaveProperty('invite_type')
  })
  test('members and invited people are skipped and named', async () => {
    await invited()
    const { body } = await invite([emailOf(school.student), emailOf(school.teacher)])
    expect([body.invites, body.skipped]).toEqual([
      [],
      expect.arrayContaining([
        { email: emailOf(school.student), reason: 'invited' },
        { email: emailOf(school.teacher), reason: 'member' },
      ]),
    ])
  })
  test('the default where students may not be invited is assistant, and a student 400 at role', async () => {
    await school.db.query(`update mirror.orgs set settings = '{"invite_students": false}' where id = $1`, [school.org])
    try {
      expect((await list()).roles).toEqual(['instructor_assistant', 'instructor'])
      expect((await invited()).role).toBe('instructor_assistant')
      expect((await invite([emailOf(school.stranger)], { role: 'student' })).body.details.role[0].code).toBe('invite.noStudents')
    } finally {
      await school.db.query(`update mirror.orgs set settings = '{}' where id = $1`, [school.org])
    }
  })
  test('403 for a student, a teacher of another course, and for whoever may not appoint instructors', async () => {
    await it.call(school.teacher, 'POST', `/api/courses/${course}/enrollments`, {
      person_ids: [school.student.person],
      role: 'instructor_assistant',
    })
    expect((await invite([emailOf(school.stranger)], { role: 'instructor' }, school.student)).status).toBe(403)
    expect((await invite([emailOf(school.stranger)], {}, school.student)).status).toBe(201)
    expect((await invite([emailOf(school.stranger)], {}, school.other)).status).toBe(403)
    expect((await invite([emailOf(school.stranger)], {}, school.stranger)).status).toBe(403)
  })
  test('429 beyond the limit of a day, also for calls at once', async () => {
    const busy = await school.person('Busy', 'instructor')
    course = (await it.call(busy, 'POST', '/api/course', { name: 'Busy' })).body.id
    const people: Actor[] = []
    for (let nth = 0; nth < 60; nth++) people.push(await school.person(`P${nth}`, 'student'))
    const send = (from: number) => invite(people.slice(from, from + 20).map(emailOf), {}, busy)
    const answers = await Promise.all([send(0), send(20), send(40)])
    expect(answers.map((one) => one.status).sort()).toEqual([201, 201, 429])
    const refused = answers.find((one) => one.status === 429)!
    expect(refused.body).toMatchObject({ code: 'invite.dayLimit', params: { most: 40, left: 0 } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000)
  })
})

describe('answering', () => {
  test('accepting enrols with the role of the invitation; again it changes nothing', async () => {
    const { id } = await invited(school.student, { role: 'instructor_assistant' })
    expect((await status(id)).body).toMatchObject({
      status: 'sent',
      teaching_unit_type: 'course',
      teaching_unit_id: course,
      role: 'instructor_assistant',
      course: { id: course, name: 'Marine Biology II', published: false },
      organisation: { name: 'Aldermoor University' },
      inviter: { name: 'Elena Petrova' },
    })
    for (const _ of ['once', 'again']) expect((await answer(id, 'invite-confirm')).body.status).toBe('joined')
    expect(await roleIn(school.student)).toBe('instructor_assistant')
    expect((await list()).items).toMatchObject([{ id, status: 'joined', answered_at: expect.any(String) }])
    expect((await facts()).map(({ value }) => value.state)).toEqual(['sent', 'joined'])
  })
  test('declined it can still be accepted', async () => {
    const { id } = await invited()
    expect((await answer(id, 'decline')).body.status).toBe('declined')
    expect(await roleIn(school.student)).toBeUndefined()
    expect((await answer(id, 'invite-confirm')).body.status).toBe('joined')
    expect((await answer(id, 'decline')).body.code).toBe('invite.notOpen')
  })
  test('404 for a cancelled one, another person’s and none; 410 when the course is deleted', async () => {
    const { id } = await invited()
    expect([(await status(id, school.stranger)).status, (await answer(id, 'invite-confirm', school.stranger)).status]).toEqual([404, 404])
    expect((await it.call(school.teacher, 'DELETE', `/api/invites/${id}`)).status).toBe(204)
    expect((await status(id)).body.code).toBe('invite.notFound')
    expect((await answer(id, 'invite-confirm')).status).toBe(404)
    expect((await status(newId())).status).toBe(404)
    const { id: next } = await invited()
    await it.call(school.teacher, 'DELETE', `/api/course/${course}`)
    expect([(await status(next)).status, (await answer(next, 'invite-confirm')).body.code]).toEqual([410, 'invite.courseDeleted'])
  })
  test('an invited person who joined otherwise is shown as joined; one who was removed does not come back by it', async () => {
    const { id } = await invited()
    const { access_code } = (await it.call(school.teacher, 'GET', `/api/course/${course}/access_code`)).body
    await it.call(school.student, 'POST', '/api/course/join', { access_code })
    expect((await status(id)).body.status).toBe('joined')
    expect((await list('?conditions={"status":"sent"}')).total).toBe(0)
    const [{ id: enrolment }] = (await it.call(school.teacher, 'GET', `/api/courses/${course}/members?conditions={"role":"student"}`)).body
      .items
    await it.call(school.teacher, 'DELETE', '/api/course/enrollments', { enrollment_ids: [enrolment] })
    expect((await answer(id, 'invite-confirm')).status).toBe(404)
    expect(await roleIn(school.student)).toBeUndefined()
    expect((await invited()).status).toBe('sent')
  })
  test('403 for whoever has left the organisation', async () => {
    const gone = await school.person('Gone', 'student')
    const { id } = await invited(gone)
    await school.db.query('delete from mirror.memberships where person_id = $1', [gone.person])
    expect((await answer(id, 'invite-confirm', gone)).body.code).toBe('course.otherOrganisation')
  })
})

describe('the list', () => {
  test('is paged, filtered and searched; it has addresses, so that students do not see it', async () => {
    await invite([emailOf(school.student), emailOf(school.stranger)])
    expect(await list('?page_size=1')).toMatchObject({ total: 2, pages: 2, roles: ['student', 'instructor_assistant', 'instructor'] })
    expect((await list('?conditions={"keyword":"haddad"}')).items).toMatchObject([{ person: { name: 'Omar Haddad' } }])
    expect((await it.call(school.teacher, 'GET', `/api/courses/${course}/invites?conditions={"status":"lost"}`)).status).toBe(400)
    expect((await it.call(school.student, 'GET', `/api/courses/${course}/invites`)).status).toBe(403)
  })
  test('resending: not within the hour, then counted and mailed again; not after an answer', async () => {
    const { id } = await invited()
    const resend = (actor = school.teacher) => it.call(actor, 'POST', `/api/invites/${id}/resend`)
    expect((await resend()).body.code).toBe('invite.tooSoon')
    await school.db.query(`update invites set sent_at = now() - interval '2 hours' where id = $1`, [id])
    expect((await resend(school.other)).status).toBe(403)
    expect((await resend()).body).toMatchObject({ sent_count: 2, status: 'sent' })
    await vi.waitFor(() => expect(it.mails.filter(({ text }) => text.includes(id)).length).toBeGreaterThan(1), scaled(10_000))
    await answer(id, 'invite-confirm')
    expect((await resend()).body.code).toBe('invite.notOpen')
    expect((await it.call(school.teacher, 'DELETE', `/api/invites/${id}`)).body.code).toBe('invite.notOpen')
  })
})

test('the mail exists in every language, with nothing left to fill in', () => {
  for (const locale of ['en', 'zh-CN', 'zh-TW', 'th', 'id', 'ms', 'xx']) {
    const names = { name: 'Ana', email: 'a@x.test', org: 'Coral', course: 'Tides\r\nBcc: all', inviter: 'Elena' }
    const mail = composeInvite({ ...names, locale, role: 'instructor_assistant' }, 'https://x.test/?a=1&b=2')
    expect([mail.subject, mail.text, mail.html].join('\n'), locale).not.toMatch(/[{}]/)
    expect(mail.subject).not.toContain('\n')
    expect(mail.html).toContain('https://x.test/?a=1&#38;b=2')
  }
})
