// A valid request for each call of the OpenAPI document, so that the right alone decides. Values come from the document's own examples and
// schemas, ids from the attacked world.
import { randomUUID } from 'node:crypto'
import { idNamed, placeOf } from './ids.ts'
import { noteOn } from './planned.ts'
import { objectOf, type Operation, type Schema, typesOf } from './operations.ts'
import type { World } from './world.ts'

export type Made = { params: Record<string, string>; query: Record<string, string>; body?: unknown }
type Ids = World['ids']

function sample(schema: Schema, name: string, ids: Ids): unknown {
  const of = objectOf(schema)
  const [type] = typesOf(of)
  const word = (of.anyOf ?? []).map((one) => one.const).find((one) => one !== undefined) ?? of.const
  if (word !== undefined) return word
  if (of.enum) return of.enum[0]
  if (type === 'object')
    return Object.fromEntries((of.required ?? []).map((field) => [field, sample(of.properties?.[field] ?? {}, field, ids)]))
  if (type === 'array') return [sample(of.items ?? {}, name, ids)]
  if (of.format === 'uuid') return ids[idNamed(name) ?? 'course']
  if (of.format === 'date') return '2026-11-20'
  if (of.format === 'date-time') return name === 'end' ? '2026-11-20T11:00:00Z' : '2026-11-20T10:00:00Z'
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(1, of.minimum ?? 1)
  if (of.pattern) return ['tides1', '1', '#000000', 'Tides', randomUUID()].find((text) => new RegExp(of.pattern ?? '').test(text))
  return 'Tides'.padEnd(of.minLength ?? 1, 's').slice(0, of.maxLength ?? 5)
}

const calendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Tides//EN\r\nEND:VCALENDAR\r\n'
const nobody = { unique_id: 'nobody@example.edu', unique_id_type: 'email' }
/** Bodies for calls whose example in the document would be refused for another reason than the right. */
const bodies: Record<string, (ids: Ids, world: World) => unknown> = {
  'PUT /api/user/profile': () => ({ education: 'MSc', version: 9_000_000_000_000_000 }),
  'PUT /api/user/mobile': () => ({ mobile_phone: '+6281234567890', auth_code: 'AAAAAA' }),
  'PUT /api/user/email': () => ({ email: 'nobody@example.edu', auth_code: 'AAAAAA' }),
  'PUT /api/user/password': () => ({ old_password: 'not this one', new_password: 'salt marsh at dawn' }),
  'PUT /api/user/pre-task': () => ({ url: 'https://survey.example.edu/' }),
  'POST /api/user/password-reset': () => ({ ...nobody, auth_code: 'AAAAAA', new_password: 'salt marsh at dawn' }),
  'POST /api/user/verify-email': () => ({ token: 'x'.repeat(43) }),
  'POST /api/user/invitation/read': () => ({ token: 'x'.repeat(43) }),
  'POST /api/user/invitation/accept': () => ({ token: 'x'.repeat(43), new_password: 'salt marsh at dawn' }),
  'POST /api/user/invitation/renew': () => ({ token: 'x'.repeat(43) }),
  'POST /api/auth_code/get_auth_code': () => ({ unique_id: `${randomUUID()}@example.edu`, unique_id_type: 'email' }),
  'POST /api/auth_code/validate_auth_code': () => ({ ...nobody, user_input_auth_code: 'AAAAAA' }),
  'PUT /api/users': ({ person }) => ({ ids: [person], change: { state: 'active' } }),
  'POST /api/users/invitations': () => ({ ids: [randomUUID()], only_new: true }),
  'PUT /api/users/:id': () => ({ version: 0 }),
  'POST /api/users/:id/suspend': () => ({ version: 0 }),
  'POST /api/users/:id/resume': () => ({ version: 0 }),
  'PUT /api/roster/departments': () => ({ source: 'sis', rows: [{ external_id: randomUUID(), gone: true }] }),
  'PUT /api/roster/study-units': () => ({ source: 'sis', rows: [{ external_id: randomUUID(), gone: true }] }),
  'PUT /api/roster/people': () => ({ source: 'sis', rows: [{ external_id: randomUUID(), gone: true }] }),
  'PUT /api/roster/departments/undo': () => ({ source: 'sis', rows: [{ external_id: 'x', id: randomUUID(), before: null, version: 1 }] }),
  'PUT /api/roster/study-units/undo': () => ({ source: 'sis', rows: [{ external_id: 'x', id: randomUUID(), before: null, version: 1 }] }),
  'PUT /api/roster/people/undo': () => ({ source: 'sis', rows: [{ external_id: 'x', id: randomUUID(), before: null, version: 1 }] }),
  'POST /api/roster/departments/find': () => ({ source: 'sis', external_ids: ['x'] }),
  'POST /api/roster/study-units/find': () => ({ source: 'sis', external_ids: ['x'] }),
  'POST /api/roster/people/find': () => ({ source: 'sis', external_ids: ['x'] }),
  'POST /api/study-units': ({ department }) => ({ kind: 'klass', name: 'Reefs A', department_id: department }),
  'POST /api/org/bulletins': ({ department }) => ({ title: 'Library', content: '<p>Open.</p>', departments: [department] }),
  'POST /api/departments': ({ department }) => ({ name: 'Reefs', parent_id: department }),
  // an old version shows the right and changes nothing
  'PUT /api/org/workplace': () => ({ kind: null, on: false, version: 0 }),
  'PUT /api/org/meeting-providers': () => ({ provider: 'tencent', account: {}, on: false, version: 0 }),
  'POST /api/org/meeting-providers/test': () => ({ provider: 'tencent' }),
  'PUT /api/workplace/chat': ({ student }) => ({ users_2_add: [student] }),
  'PUT /api/departments/:id': () => ({ version: 0 }),
  'POST /api/departments/:id/merge': () => ({ into: randomUUID(), version: 0 }),
  'PUT /api/study-units/:id': () => ({ version: 0 }),
  'PUT /api/courses/:id/associated-partner-info': () => ({ partners: [] }),
  'PUT /api/terms/:id': () => ({ version: 0 }),
  'PUT /api/roster/courses': () => ({ source: 'sis', rows: [{ external_id: randomUUID(), gone: true }] }),
  'PUT /api/roster/enrolments': () => ({ source: 'sis', rows: [{ external_id: randomUUID(), gone: true }] }),
  'PUT /api/roster/courses/undo': () => ({ source: 'sis', rows: [{ external_id: 'x', id: randomUUID(), before: null, version: 1 }] }),
  'PUT /api/roster/enrolments/undo': () => ({ source: 'sis', rows: [{ external_id: 'x', id: randomUUID(), before: null, version: 1 }] }),
  'POST /api/roster/courses/find': () => ({ source: 'sis', external_ids: ['x'] }),
  'POST /api/subjects': ({ department }) => ({ code: randomUUID(), name: 'Reefs', department_id: department }),
  'PUT /api/subjects/:id': () => ({ version: 0 }),
  'POST /api/subjects/:id/unmerge': () => ({ version: 0 }),
  'POST /api/subjects/:id/merge': () => ({ into: randomUUID(), version: 0 }),
  'POST /api/curricula': ({ program }) => ({ program_id: program, name: 'Reefs', terms: 8 }),
  'PUT /api/curricula/:id': () => ({ version: 0 }),
  // the class is kept in step already
  'POST /api/curricula/:id/enrol': ({ studyUnit }) => ({ klass_id: studyUnit, term: 1, mode: 'keep' }),
  'PUT /api/curricula/:id/links/:link_id/confirm': () => ({ removals: 1, version: 0 }),
  'POST /api/terms': () => ({ name: randomUUID(), start_date: '2026-09-01', end_date: '2027-07-31' }),
  // who is in it gets 409
  'POST /api/org-requests': ({ org }) => ({ kind: 'join', org_id: org, role: 'student' }),
  // an old version shows the right and changes nothing
  'PUT /api/org-requests/:id': () => ({ decision: 'reject', reason: 'Not now.', version: 0 }),
  'PUT /api/workgroup/org-requests/:id': () => ({ decision: 'reject', reason: 'Not now.', version: 0 }),
  'POST /api/users': () => ({ name: 'Somebody', user_no: randomUUID().slice(-12), roles: ['student'] }),
  'POST /api/user-actions': () => ({ action: 'course.publish', screen_width: 1440, screen_height: 900 }),
  'POST /api/course/join': ({ code }) => ({ access_code: code }),
  'PUT /api/courses/settings': ({ course }) => ({ course_ids: [course], compulsory: true }),
  'POST /api/courses': () => ({}),
  'PUT /api/courses/:id/join-settings': () => ({ seats: 1000 }),
  'PUT /api/courses/:id/join-requests': ({ person }) => ({ person_ids: [person], state: 'declined' }),
  'POST /api/courses/:id/team-teaching': ({ owner }) => ({ user_ids: [owner] }),
  'POST /api/course/:id/invites': (_, { school }) => ({ emails: [school.people.otherTeacher.login] }),
  'POST /api/courses/:id/enrollments': ({ person }) => ({ person_ids: [person], role: 'student' }),
  'DELETE /api/course/enrollments': ({ enrolment }) => ({ enrollment_ids: [enrolment] }),
  'PUT /api/course/enrollments/restore': ({ enrolment }) => ({ enrollment_ids: [enrolment] }),
  'POST /api/courses/:id/enrollments/preview': () => ({ lines: ['1'] }),
  'PUT /api/course/enrollments': ({ enrolment }) => ({ enrollment_ids: [enrolment], role: 'student' }),
  'PUT /api/course/:id/role': () => ({ active: 'student' }),
  'PUT /api/courses/:id': () => ({ subject_code: 'MB' }),
  'PUT /api/courses/:id/nav-setting': () => ({ nav_setting: [{ key: 'content', visible: true }] }),
  'PUT /api/courses/:id/inspect': () => ({}),
  'PUT /api/courses/:id/template': () => ({ template: false }),
  'POST /api/courses/next-term': ({ course }) => ({ conditions: { ids: [course] }, semester: 'Spring' }),
  'PUT /api/group-sets/:id': () => ({ name: 'Lab teams' }),
  'PUT /api/group-sets/:id/members': () => ({ moves: [] }),
  'POST /api/group-sets/:id/groups': () => ({ names: [randomUUID()] }),
  'POST /api/group-sets/:id/distribute': () => ({ who: 'everyone', into: 'existing' }),
  'POST /api/group-sets/:id/placement': () => ({ lines: [{ person: 'nobody', group: 'Kelp' }] }),
  'PUT /api/groups/:id': () => ({ leader_id: null }),
  'PUT /api/syllabuses/:id': () => ({ name: 'Week 1' }),
  'PUT /api/syllabus/:id/activity-sort': ({ activity }) => ({ activity_ids: [activity] }),
  'DELETE /api/courses/:id/syllabus-items': ({ activity }) => ({ activity_ids: [activity] }),
  'PUT /api/activities/:id': () => ({ title: 'Chart' }),
  'POST /api/activities/:id/copy': () => ({ title: 'Chart' }),
  'POST /api/courses/:id/messages': ({ student }) => ({ text: 'The boat leaves at nine.', person_ids: [student] }),
  'POST /api/courses/:id/allowances': ({ student }) => ({ person_ids: [student], extra_minutes: 10 }),
  'PUT /api/allowances/:id': () => ({ extra_minutes: 20 }),
  // what assistants have anyway: the sets of the roles are of every later call
  'PUT /api/org/permissions': () => ({ roles: [] }),
  'POST /api/org/permissions/preview': () => ({ roles: [] }),
  'POST /api/org/allowances': ({ student }) => ({ person_ids: [student], extra_minutes: 10 }),
  'PUT /api/org/allowances/:id': () => ({ extra_minutes: 20 }),
  'PUT /api/modules/:id': () => ({ name: 'Ebb' }),
  'POST /api/activities/:id/play': () => ({}),
  'POST /api/activities/:id/pages-read': ({ person }) => ({ play_session_id: person, pages: [1] }),
  'POST /api/play-sessions/:id/heartbeat': () => ({ seq: 1, intervals: [], position: 0 }),
  'PUT /api/uploads/:id': () => ({ name: 'chart 2.pdf' }),
  'PUT /api/management/storage/quotas': () => ({ person_id: randomUUID(), bytes: null, version: 0 }),
  'POST /api/management/storage/bin/restore': () => ({ upload_ids: [randomUUID()] }),
  'POST /api/management/storage/bin/empty': () => ({ upload_ids: [randomUUID()] }),
  'PUT /api/shared-resources': () => ({ shares: [{ id: randomUUID(), version: 0 }], audit_status: 'agree' }),
  'POST /api/uploads': () => ({ name: 'notes.txt', size: 4, storage_type: 'local' }),
  'POST /api/uploads/move': ({ upload }) => ({ upload_ids: [upload], parent_id: null }),
  'PUT /api/uploads/:id/captions/:language': () => ({ text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nSalt' }),
  'PUT /api/uploads/:id/chapters': () => ({ chapters: [] }),
  'POST /api/uploads/:id/package-doors': () => ({}),
  'PUT /api/uploads/:id/package-doors': () => ({ door: 'nothing' }),
  'PUT /api/resource-groups/:id/members/:person_id': () => ({ role: 'manager' }),
  'PUT /api/user/links/:id': () => ({ title: 'The library' }),
  'POST /internal-api/upload/callback/:id': () => ({ file_key: 'x' }),
  'POST /api/instruction-team/meeting': ({ course }) => ({ title: 'Marking week 8', course_id: course }),
  // shared with nobody: the attempts after it are refused as before
  'PUT /api/banks/:id/shares': () => ({ shares: [], org_role: null }),
  'PUT /api/activities/:id/exam-access': () => ({ code: null, ip_ranges: [] }),
  'POST /api/video-quizzes/:id/answers': ({ question }) => ({ subject_id: question, answer: { value: true } }),
  // an old version shows the right and changes nothing
  'PUT /api/class-sessions/:id': () => ({ version: 0 }),
  'POST /api/course/:id/inclass-report': ({ classSession }) => ({ session_id: classSession, send_to: 'teachers' }),
  'PUT /api/votes/:id': () => ({ version: 0 }),
  'POST /api/activities/:id/package-attempts': () => ({ device: randomUUID() }),
  'PUT /api/activities/:id/package-attempt': () => ({ attempt: randomUUID(), device: randomUUID(), entries: [] }),
  'POST /api/notes': noteOn,
  'PUT /api/notes/:id/audience': () => ({ audience: 'me' }),
  'PUT /api/notes/:id': () => ({ content: 'x', version: 0 }),
  'PUT /api/roll-calls/:id/people': ({ student }) => ({ person_ids: [student], state: 'present', version: 0 }),
  'POST /api/roll-calls/:id/claim': ({ code }) => ({ qr: code, device: randomUUID() }),
  'POST /api/activities/:id/regrade': ({ question, version }) => ({ question_id: question, version_id: version, preview: true }),
  'PUT /api/activities/:id/meeting': () => ({ provider: 'link', version: 0 }),
  'POST /api/activities/:id/meeting/end': () => ({ ended: false }),
  'PUT /api/activities/:id/meeting/recordings/:rid': () => ({
    title: 'Lecture 6',
    page: 'https://films.example.edu/tides',
    published: true,
  }),
  'PUT /api/activities/:id/participation/:person': () => ({ points: null, version: 0 }),
  'PUT /api/activities/:id/rubric': () => ({ criteria: [], version: 9_000_000 }),
  'PUT /api/submissions/:id/marks/:mark': () => ({
    n: 1,
    upload_id: null,
    page: 1,
    kind: 'comment',
    shape: { x: 1, y: 1 },
    text: 'Why?',
    colour: '#000000',
    version: 0,
  }),
  'POST /api/calendar-imports': () => ({ ics: calendar }),
  'POST /api/calendar-imports/preview': () => ({ ics: calendar }),
  'POST /api/questionnaire-templates/:id/use': ({ course }) => ({
    course_ids: [course],
    start_time: null,
    end_time: null,
    anonymous: true,
  }),
  'PUT /api/questionnaire-templates/:id': () => ({ title: 'End of term', sections: [], version: 0 }),
  'POST /api/calendar-timetables': ({ course }) => ({
    course_id: course,
    start_time: '2026-11-24T09:00:00Z',
    end_time: '2026-11-24T10:00:00Z',
    time_zone: 'Asia/Bangkok',
    repeat_type: 'no_repeat',
  }),
  'POST /api/session': (_, { school }) => ({ login: school.people.wgAdmin.login, password: school.password }),
}

/** `fresh`: ids that replace the world's, such as of a thing that may be deleted. */
export function requestFor(operation: Operation, world: World, fresh: Partial<Ids> = {}): Made {
  const [ids, place] = [{ ...world.ids, ...fresh }, placeOf(operation.path)]
  const second: Record<string, string> = {
    code: operation.path.startsWith('/api/resource-group-invitations/') ? ids.invitation : ids.code,
    provider: 'wps',
    language: 'en',
    type: 'page',
    person_id: ids.member,
    upload_id: ids.upload,
    version_id: ids.version,
    rid: ids.recording,
    slot: '0',
    link_id: ids.curriculumLink,
    person: ids.student,
    place: 'course',
  }
  return {
    params: Object.fromEntries(operation.params.map((name) => [name, second[name] ?? (place ? ids[place] : randomUUID())])),
    query: {
      ...Object.fromEntries(
        operation.query.filter(({ required }) => required).map(({ name, schema }) => [name, String(sample(schema, name, ids))]),
      ),
      ...(operation.key === 'GET /api/uptoken' && { id: ids.upload }),
      // in a search for people the organisation and its department are chosen first
      ...(operation.key === 'GET /api/user/search' && { keywords: 'a' }),
      ...(/^GET .api.(search|my-(activities|files|people))$/.test(operation.key) && { keyword: 'a' }),
      ...(operation.key === 'GET /api/toggle-opened-orgs' && { toggle: 'org_team_teaching' }),
      ...(operation.key === 'GET /api/activities/delete-check' && { activity_ids: ids.activity }),
      ...(operation.key === 'GET /api/course/:id/sync-status' && { status_key: ids.task }),
      // an old version shows the right and changes nothing
      ...(/^DELETE \/api\/(departments|study-units|terms|subjects|curricula|group-sets|groups|syllabuses|topics|posts)\//.test(
        operation.key,
      ) && {
        version: '0',
      }),
      ...(operation.key === 'GET /api/activities/:id/answers' && { question_id: ids.question }),
      ...(operation.key.startsWith('DELETE /api/uploads/') && { force: 'true' }),
    },
    ...(operation.body && { body: bodies[operation.key]?.(ids, world) ?? operation.example ?? sample(operation.body, '', ids) }),
  }
}

export const pathOf = ({ path, scope }: Operation, { params, query }: Made, org: string): string => {
  const search = new URLSearchParams({ ...query, ...(scope === 'query' && { scope: org }) })
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return search.size > 0 ? `${filled}?${search}` : filled
}
