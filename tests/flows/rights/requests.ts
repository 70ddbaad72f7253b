// The request of each call in the rights matrix, so that the right alone decides: bodies are valid, things to be deleted are made for it.
import { newId } from '@lyceum/kit/ids'
import { product } from '../product.ts'
import { type School, signIn } from '../school.ts'
import { activityRequests } from './activity-requests.ts'
import { bankRequests } from './bank-requests.ts'
import { classRequests } from './class-requests.ts'
import { liveRequests } from './live-requests.ts'
import { noteRequests } from './note-requests.ts'
import { packageRequests } from './package-requests.ts'
import { curriculumRequests } from './curriculum-requests.ts'
import { groupRequests } from './group-requests.ts'
import { installationRequests } from './installation-requests.ts'
import { importRequests } from './import-requests.ts'
import { examRequests } from './exam-requests.ts'
import { calendarRequests } from './calendar-requests.ts'
import { markingRequests } from './marking-requests.ts'
import { listedBy, makeCourse, type Place } from './places.ts'
import { inCourse, type Request, type Try } from './request.ts'
import { notificationRequests } from './notification-requests.ts'
import { scoreRequests } from './score-requests.ts'
import { talkRequests } from './talk-requests.ts'
import { uploadRequests } from './upload-requests.ts'
import { workplaceRequests } from './workplace-requests.ts'

const freshCourse = ({ place: { teacher, members, department } }: Pick<Try, 'place'>) => makeCourse({ teacher, members, department })
/** An invitation that waits for its answer, of a person without a role in the matrix. */
const anInvite: Request = async ({ place }) => {
  const params = { id: place.course }
  await place.teacher.call('POST /api/course/:id/invites', { params, body: { emails: [place.invitee] } })
  const list = async (conditions = '{}') =>
    (await place.teacher.call('GET /api/courses/:id/invites', { params, query: { conditions } })).items[0]
  // where roles are tried side by side, the one that may has perhaps answered it already
  const invite = (await list('{"status":"sent"}')) ?? (await list())
  return { params: { id: invite?.id ?? '' } }
}
const action = { action: 'course.publish', screen_width: 1440, screen_height: 900 }
const nobody = { unique_id: 'nobody@example.edu', unique_id_type: 'email' }
/** A link of mine where the row says own, else one that does not exist. */
const link = async ({ where, who }: Try): Promise<string> =>
  where === 'own' && who
    ? (await who.call('POST /api/user/links', { body: { title: 'Map', url: 'https://map.example.edu/' } })).id
    : newId()
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='
const faces = new Map<string, Promise<string>>()
/** The picture of a person there; another one has another id. */
const face = ({ org, teacher }: Place): Promise<string> => {
  const known =
    faces.get(org) ??
    teacher.call('PUT /api/user/avatar', { body: { picture: dot } }).then(({ avatar_big_url }) => avatar_big_url!.split('/').at(-1)!)
  faces.set(org, known)
  return known
}
const units = new Map<string, Promise<{ id: string }>>()
/** A class of the school's department; a version that is old shows the right and changes nothing. */
const unitOf = (home: School) => {
  const made = units.get(home.id) ?? makeUnit(home)
  units.set(home.id, made)
  return made
}
const makeUnit = async (home: School) => (await home.signIn('admin')).call('POST /api/study-units', { body: klassOf(home, 'A') })
const klassOf = ({ department }: School, name: string) => ({ kind: 'klass' as const, name, department_id: department })

const aTerm = () => ({ name: newId(), start_date: '2026-09-01', end_date: '2027-07-31' })
const terms = new Map<string, ReturnType<typeof makeTerm>>()
const termOf = (home: School) => {
  const made = terms.get(home.id) ?? makeTerm(home)
  terms.set(home.id, made)
  return made
}
const rosterUndo = () => ({ source: 'sis', rows: [{ external_id: newId(), id: newId(), before: null, version: 1 }] })
const makeTerm = async (home: School) => (await home.signIn('admin')).call('POST /api/terms', { body: aTerm() })

/** Requests by call. A call without an entry is sent empty, or with the course, activity, module or file that `at` names. */
/** A permitted actor is the one whom it concerns and gets 409, so that the people of the matrix stay; managers of another department may not. */
const oneself = ({ where, who, place, home }: Try): string => {
  const own = where === 'own' && Object.values(home.people).some(({ id }) => id === who?.id)
  return own && who ? who.id : place.newcomer
}

export const requests: Record<string, Request> = {
  ...activityRequests,
  ...curriculumRequests,
  ...bankRequests,
  ...importRequests,
  ...markingRequests,
  ...examRequests,
  ...scoreRequests,
  ...talkRequests,
  ...classRequests,
  ...liveRequests,
  ...noteRequests,
  ...packageRequests,
  ...uploadRequests,
  ...workplaceRequests,
  ...notificationRequests,
  ...calendarRequests,
  ...installationRequests,
  'PUT /api/user/settings': () => ({ body: { density: 'default' } }),
  'PUT /api/user/avatar': () => ({ body: { picture: dot } }),
  'GET /api/avatars/:id': async ({ place }) => ({ params: { id: await face(place) } }),
  'GET /api/my-activities': () => ({ query: { keyword: 'tides' } }),
  'GET /api/my-files': () => ({ query: { keyword: 'tides' } }),
  'GET /api/activity-files/:id': () => ({ params: { id: newId() } }),
  'GET /api/my-people': () => ({ query: { keyword: 'a' } }),
  'GET /api/search': () => ({ query: { keyword: 'tides' } }),
  'PUT /api/user/profile': () => ({ body: { education: 'MSc', version: 9_000_000_000_000_000 } }),
  'PUT /api/user/mobile': () => ({ body: { mobile_phone: '+6281234567890', auth_code: 'AAAAAA' } }),
  'PUT /api/user/email': () => ({ body: { email: 'nobody@example.edu', auth_code: 'AAAAAA' } }),
  'PUT /api/user/association-code': () => ({ body: { association_code: 'NOTHING' } }),
  'PUT /api/user/password': () => ({ body: { old_password: 'not this one', new_password: 'salt marsh at dawn' } }),
  'POST /api/user/password-reset': () => ({ body: { ...nobody, auth_code: 'AAAAAA', new_password: 'salt marsh at dawn' } }),
  'POST /api/user/verify-email': () => ({ body: { token: 'x'.repeat(43) } }),
  'POST /api/user/invitation/read': () => ({ body: { token: 'x'.repeat(43) } }),
  'POST /api/user/invitation/accept': () => ({ body: { token: 'x'.repeat(43), new_password: 'salt marsh at dawn' } }),
  'POST /api/user/invitation/renew': () => ({ body: { token: 'x'.repeat(43) } }),
  'PUT /api/user/pre-task': () => ({ body: { url: 'https://survey.example.edu/' } }),
  'POST /api/auth_code/get_auth_code': () => ({ body: { unique_id: `${newId()}@example.edu`, unique_id_type: 'email' } }),
  'POST /api/auth_code/validate_auth_code': () => ({ body: { ...nobody, user_input_auth_code: 'AAAAAA' } }),
  'POST /api/user/links': () => ({ body: { title: 'Library', url: 'https://library.example.edu/' } }),
  'PUT /api/user/links/:id': async (tried) => ({ params: { id: await link(tried) }, body: { title: 'The library' } }),
  'DELETE /api/user/links/:id': async (tried) => ({ params: { id: await link(tried) } }),
  'DELETE /api/user/sessions/:id': async ({ where, who, home }) => {
    if (where !== 'own' || !who) return { params: { id: newId() } }
    const elsewhere = await signIn(product(), { login: who.login, password: home.password, org: home.id })
    return { params: { id: (await elsewhere.call('GET /api/session')).id } }
  },
  'PUT /api/org/settings': () => ({ body: { password_expires_days: 0 } }),
  'PUT /api/org/permissions': () => ({ body: { roles: [] } }),
  'POST /api/org/permissions/preview': () => ({ body: { roles: [] } }),
  // one's own state: refused for oneself, so that the people of the matrix stay
  'PUT /api/users': (tried) => ({ body: { ids: [oneself(tried)], change: { state: 'active' } } }),
  // of nobody
  'POST /api/users/changes/undo': () => ({ body: { task: `identity.${newId()}` } }),
  'POST /api/users/invitations': () => ({ body: { ids: [newId()], only_new: true } }),
  'GET /api/users/:id': ({ home }) => ({ params: { id: home.people.thirdStudent.id } }),
  'PUT /api/users/:id': ({ home }) => ({ params: { id: home.people.thirdStudent.id }, body: { version: 0 } }),
  'POST /api/users/:id/suspend': (tried) => ({ params: { id: oneself(tried) }, body: {} }),
  'POST /api/users/:id/resume': ({ home }) => ({ params: { id: home.people.thirdStudent.id }, body: {} }),
  'GET /api/users/:id/courses': ({ home }) => ({ params: { id: home.people.thirdStudent.id }, query: {} }),
  'GET /api/users/:id/sessions': ({ home }) => ({ params: { id: home.people.thirdStudent.id } }),
  'DELETE /api/users/:id/sessions': (tried) => ({ params: { id: oneself(tried) } }),
  'POST /api/departments': ({ home }) => ({ body: { name: 'Reefs', parent_id: home.department } }),
  'PUT /api/departments/:id': ({ home }) => ({ params: { id: home.department }, body: { version: 0 } }),
  'GET /api/departments/:id/uses': ({ home }) => ({ params: { id: home.department } }),
  'POST /api/departments/:id/merge': ({ home }) => ({ params: { id: home.department }, body: { into: home.department, version: 0 } }),
  'DELETE /api/departments/:id': ({ home }) => ({ params: { id: home.department }, query: { version: '0' } }),
  'PUT /api/roster/departments': () => ({ body: { source: 'sis', rows: [{ external_id: newId(), gone: true }] } }),
  'PUT /api/roster/study-units': () => ({ body: { source: 'sis', rows: [{ external_id: newId(), gone: true }] } }),
  'PUT /api/roster/people': () => ({ body: { source: 'sis', rows: [{ external_id: newId(), gone: true }] } }),
  'PUT /api/roster/departments/undo': () => ({
    body: { source: 'sis', rows: [{ external_id: 'x', id: newId(), before: null, version: 1 }] },
  }),
  'PUT /api/roster/study-units/undo': () => ({
    body: { source: 'sis', rows: [{ external_id: 'x', id: newId(), before: null, version: 1 }] },
  }),
  'PUT /api/roster/people/undo': () => ({ body: { source: 'sis', rows: [{ external_id: 'x', id: newId(), before: null, version: 1 }] } }),
  'POST /api/roster/departments/find': () => ({ body: { source: 'sis', external_ids: ['x'] } }),
  'POST /api/roster/study-units/find': () => ({ body: { source: 'sis', external_ids: ['x'] } }),
  'POST /api/roster/people/find': () => ({ body: { source: 'sis', external_ids: ['x'] } }),
  'POST /api/study-units': ({ home }) => ({ body: klassOf(home, 'Reefs A') }),
  'PUT /api/study-units/:id': async ({ home }) => ({ params: { id: (await unitOf(home)).id }, body: { version: 0 } }),
  'DELETE /api/study-units/:id': async ({ home }) => ({ params: { id: (await unitOf(home)).id }, query: { version: '0' } }),
  'POST /api/users': ({ home }) => ({
    body: { name: 'Somebody', user_no: newId().slice(-12), roles: ['student'], department_id: home.department },
  }),
  'DELETE /api/users/:id': (tried) => ({ params: { id: oneself(tried) } }),
  'GET /api/orgs/:id/departments': ({ place }) => ({ params: { id: place.org } }),
  'POST /internal-api/sessions': ({ home }) => ({
    body: { sign_in: { login: home.people.student.login, password: home.password }, host: 'x', address: 'x' },
  }),
  'GET /internal-api/sessions/:hash': () => ({ params: { hash: '0'.repeat(64) } }),
  'DELETE /internal-api/sessions/:hash': () => ({ params: { hash: '0'.repeat(64) } }),
  'GET /internal-api/site': () => ({ query: { host: 'x' } }),
  'GET /internal-api/members/:person/courses': ({ place }) => ({ params: { person: place.newcomer } }),

  'POST /api/course': () => ({ body: { name: 'Estuaries', course_code: 'E1' } }),
  'PUT /api/courses/:id': inCourse(() => ({ subject_code: 'MB' })),
  'DELETE /api/course/:id': async (tried) => ({ params: { id: await freshCourse(tried) } }),
  'PUT /api/courses/:id/restore': async (tried) => {
    const id = await freshCourse(tried)
    await tried.place.teacher.call('DELETE /api/course/:id', { params: { id } })
    return { params: { id } }
  },
  'POST /api/courses/:id/copy': inCourse(() => ({ name: 'Tides and currents again' })),
  'POST /api/offered-courses/:id/copy': async ({ place }) => {
    const id = await freshCourse({ place: { ...place, members: [] } })
    await place.teacher.call('PUT /api/courses/:id', { params: { id }, body: { allow_clone: true, public_scope: 'organisation' } })
    return { params: { id }, body: { name: 'Tides of my own' } }
  },
  'PUT /api/courses/:id/template': inCourse(() => ({ template: true })),
  'POST /api/courses/next-term': ({ place }) => ({ body: { course_ids: [place.course], semester: 'Spring' } }),
  'PUT /api/courses/:id/publish': inCourse(() => ({ published: true })),
  'PUT /api/courses/:id/nav-setting': inCourse(() => ({ nav_setting: [{ key: 'content', visible: true }] })),
  'POST /api/course/:id/record-user-reads': inCourse(() => ({ type: 'content' })),
  'PUT /api/courses/:id/associated-partner-info': inCourse(() => ({ partners: [] })),
  'POST /api/terms': () => ({ body: aTerm() }),
  'PUT /api/terms/:id': async ({ home }) => ({ params: { id: (await termOf(home)).id }, body: { version: 0 } }),
  'DELETE /api/terms/:id': async ({ home }) => ({ params: { id: (await termOf(home)).id }, query: { version: '0' } }),
  'PUT /api/courses/settings': ({ place }) => ({ body: { course_ids: [place.course], compulsory: true } }),
  'POST /api/courses': () => ({ body: {} }),
  'POST /api/courses/:id/enrollments': inCourse(({ newcomer }) => ({ person_ids: [newcomer], role: 'student' })),
  'PUT /api/course/enrollments': ({ place }) => ({ body: { enrollment_ids: [place.enrolment], role: 'student' } }),
  'DELETE /api/course/enrollments': async ({ place }) => {
    const body = { person_ids: [place.newcomer], role: 'student' as const }
    const { enrollments } = await place.teacher.call('POST /api/courses/:id/enrollments', { params: { id: place.course }, body })
    return { body: { enrollment_ids: enrollments.map(({ id }) => id) } }
  },
  // they are in the course: nothing changes
  'PUT /api/course/enrollments/restore': ({ place }) => ({ body: { enrollment_ids: [place.enrolment] } }),
  // they teach already: nothing changes
  'POST /api/courses/:id/team-teaching': inCourse(({ teacher }) => ({ user_ids: [teacher.id] })),
  'GET /api/toggle-opened-orgs': () => ({ query: { toggle: 'org_team_teaching' } }),
  'PUT /api/courses/:id/join-settings': inCourse(() => ({ seats: 1000 })),
  'PUT /api/courses/:id/join-requests': inCourse(({ newcomer }) => ({ person_ids: [newcomer], state: 'declined' })),
  'DELETE /api/courses/:id/join-request': inCourse(),
  'POST /api/course/:id/invites': inCourse(({ invitee }) => ({ emails: [invitee] })),
  'POST /api/invites/:id/resend': anInvite,
  'DELETE /api/invites/:id': anInvite,
  'GET /api/invites/:id/status': anInvite,
  'POST /api/invites/:id/invite-confirm': anInvite,
  'POST /api/invites/:id/decline': anInvite,
  'POST /api/courses/:id/enrollments/preview': inCourse(() => ({ lines: ['1'] })),
  'PUT /api/course/:id/access_code': async (tried) => ({ params: { id: await freshCourse(tried) } }),
  'GET /api/course/access-code/:code/validate': ({ place }) => ({ params: { code: place.code } }),
  'POST /api/course/join': async (tried) => {
    const { place, where } = tried
    if (where === 'own') return { body: { access_code: place.code } }
    const { access_code } = await place.teacher.call('GET /api/course/:id/access_code', { params: { id: await freshCourse(tried) } })
    return { body: { access_code } }
  },
  'PUT /api/course/:id/role': inCourse(() => ({ active: 'student' })),
  'PUT /api/courses/:id/inspect': inCourse(() => ({ refer: '/management/course/audit' })),
  'GET /api/management/reviews': async ({ place }) => {
    await listedBy('GET /api/management/reviews', place, () => freshCourse({ place }))
    return { query: { page_size: '100' } }
  },
  'PUT /api/course/:id/manager/review': inCourse(() => ({ type: 'reviewed' })),

  'POST /api/courses/sync_from_urp': () => ({ body: {} }),
  'PUT /api/roster/courses': () => ({ body: { source: 'sis', rows: [{ external_id: newId(), gone: true }] } }),
  'PUT /api/roster/enrolments': () => ({ body: { source: 'sis', rows: [{ external_id: newId(), gone: true }] } }),
  'PUT /api/roster/courses/undo': () => ({ body: rosterUndo() }),
  'PUT /api/roster/enrolments/undo': () => ({ body: rosterUndo() }),
  'POST /api/roster/courses/find': () => ({ body: { source: 'sis', external_ids: [newId()] } }),
  'GET /api/course/:id/sync-status': ({ place }) => ({ params: { id: place.course }, query: { status_key: `course.${newId()}` } }),
  ...groupRequests,

  // somebody else's: nobody in the matrix has one
  'GET /api/tasks/:id': () => ({ params: { id: `upload.${newId()}` } }),
  'PUT /api/tasks/:id/cancel': () => ({ params: { id: `upload.${newId()}` } }),

  'POST /api/user-actions': ({ place }) => ({ body: { ...action, org_id: place.org } }),
  'POST /internal-api/user-actions': () => ({ body: { batch: [] } }),
  'POST /api/session': ({ home }) => ({ body: { login: home.people.student.login, password: home.password } }),
  'POST /api/client-errors': () => ({ body: { message: 'undefined is not a function' } }),
}

export const placeId = (place: Place, at: string | undefined): string | undefined =>
  ({
    course: place.course,
    courseRow: place.course,
    courseNav: place.course,
    courseCode: place.course,
    deletedCourse: place.course,
    activity: place.activity,
    module: place.module,
    upload: place.upload,
  })[at ?? '']
