// The requests of subjects, curricula and merges in the rights matrix.
import { CallFailed } from '@lyceum/kit/calls/client'
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import { product } from '../product.ts'
import { type Person, signIn } from '../school.ts'
import type { Request, Try } from './request.ts'

type School = Try['home']
/** A thing of each school, made once. */
const once = <T>(make: (home: School) => Promise<T>) => {
  const made = new Map<string, Promise<T>>()
  return (home: School): Promise<T> => {
    const known = made.get(home.id) ?? make(home)
    made.set(home.id, known)
    return known
  }
}
/** One sign-in for all: so many of one person are refused. */
const adminOf = once((home: School) => home.signIn('admin'))

const subjectDraft = ({ department }: School) => ({ code: newId(), name: 'Marine Biology', department_id: department })
const makeSubject = async (home: School) => (await adminOf(home)).call('POST /api/subjects', { body: subjectDraft(home) })
const subjectOf = once(makeSubject)
/** Another one for each try: it comes back only once. */
const deletedSubject = async (home: School): Promise<string> => {
  const { id, version } = await makeSubject(home)
  await (await adminOf(home)).call('DELETE /api/subjects/:id', { params: { id }, query: { version } })
  return id
}
/** Sign-ins that have taken the place of ended ones: other rows of the matrix end sessions. */
const renewed = new Map<string, Promise<Person>>()
/** Another one for each try: its merge is taken back only once. */
async function mergedDepartment(home: School): Promise<string> {
  const body = { name: 'Tidal Pools', parent_id: home.department }
  const admin = () => renewed.get(home.id) ?? adminOf(home)
  const used = admin()
  const { id, version } = await (await used).call('POST /api/departments', { body }).catch(async (failure: unknown) => {
    if (!(failure instanceof CallFailed) || failure.status !== 401) throw failure
    // one new sign-in for all tries at once
    if (admin() === used) renewed.set(home.id, home.signIn('admin'))
    return (await admin()).call('POST /api/departments', { body })
  })
  await (await admin()).call('POST /api/departments/:id/merge', { params: { id }, body: { into: home.department, version } })
  return id
}
const ofSubject =
  (more: object = {}): Request =>
  async ({ home }) => ({ params: { id: (await subjectOf(home)).id }, ...more })

const rows = [{ term: 1, course_code: 'MB 214', compulsory: true, credits: 3 }]
const curriculumDraft = (program: string) => ({ program_id: program, name: 'Marine Biology', terms: 8, rows })
/** A program and a class of the school's department. */
const unitsOf = once(async (home: School) => {
  const admin = await adminOf(home)
  const { department } = home
  const program = await admin.call('POST /api/study-units', {
    body: { kind: 'program', name: 'Marine Biology', department_id: department },
  })
  const klass = await admin.call('POST /api/study-units', {
    body: { kind: 'klass', name: 'Tides A', department_id: department, program_id: program.id },
  })
  return { program: program.id, klass: klass.id }
})
const makeCurriculum = async (admin: Person, { program }: { program: string }) =>
  await until(() => admin.call('POST /api/curricula', { body: curriculumDraft(program) }).catch(() => undefined))
/** A manager of the school's department: links that they make reach no further. */
const managerOf = once(async (home: School) => {
  const user_no = `links-${home.id.slice(-8)}`
  const login = `${user_no}@example.edu`
  await (await adminOf(home)).call('POST /api/users', {
    body: {
      name: `manager ${user_no}`,
      user_no,
      email: login,
      roles: ['educational_admin'],
      department_id: home.department,
      password: home.password,
    },
  })
  return await signIn(product(), { login, password: home.password, org: home.id })
})
/** A curriculum with which the class is kept in step, in courses of the school's department; of all once its managers have no permission. */
const makeLinked = async (home: School) => {
  const [admin, manager, units] = [await adminOf(home), await managerOf(home), await unitsOf(home)]
  const { id, version } = await makeCurriculum(admin, units)
  const enrol = { klass_id: units.klass, term: 1, mode: 'keep' as const }
  const enrolBy = (person: Person) => person.call('POST /api/curricula/:id/enrol', { params: { id }, body: enrol })
  await until(() =>
    enrolBy(manager).catch((failure: unknown) =>
      failure instanceof CallFailed && failure.problem.code === 'forbidden' ? enrolBy(admin) : undefined,
    ),
  )
  const [link] = (await admin.call('GET /api/curricula/:id/links', { params: { id }, query: {} })).items
  return { id, version, link: link?.id ?? '', enrol }
}
const linkedOf = once(makeLinked)
const deletedCurriculum = async (home: School): Promise<string> => {
  const admin = await adminOf(home)
  const { id, version } = await makeCurriculum(admin, await unitsOf(home))
  await admin.call('DELETE /api/curricula/:id', { params: { id }, query: { version } })
  return id
}
const endedLink = async (home: School) => {
  const { id, link } = await makeLinked(home)
  const params = { id, link_id: link }
  const admin = await adminOf(home)
  const [{ version } = { version: 0 }] = (await admin.call('GET /api/curricula/:id/links', { params: { id }, query: {} })).items
  await admin.call('DELETE /api/curricula/:id/links/:link_id', { params, query: { version: version + 1_000_000 } })
  return params
}
const inCurriculum =
  (more: object = {}): Request =>
  async ({ home }) => ({ params: { id: (await linkedOf(home)).id }, ...more })
const ofLink =
  (more: object): Request =>
  async ({ home }) => {
    const { id, link } = await linkedOf(home)
    return { params: { id, link_id: link }, ...more }
  }
/** A version of long ago shows the right and changes nothing. */
const [old, oldInQuery] = [{ body: { version: 0 } }, { query: { version: '0' } }]

export const curriculumRequests: Record<string, Request> = {
  'POST /api/subjects': ({ home }) => ({ body: subjectDraft(home) }),
  'PUT /api/subjects/:id': ofSubject(old),
  'DELETE /api/subjects/:id': ofSubject(oldInQuery),
  'PUT /api/subjects/:id/restore': async ({ home }) => ({ params: { id: await deletedSubject(home) } }),
  'POST /api/subjects/:id/merge': ofSubject({ body: { into: newId(), version: 0 } }),
  'POST /api/subjects/:id/unmerge': ofSubject(old),
  'POST /api/departments/:id/unmerge': async ({ home }) => ({ params: { id: await mergedDepartment(home) } }),
  'POST /api/curricula': async ({ home }) => {
    await linkedOf(home)
    return { body: curriculumDraft((await unitsOf(home)).program) }
  },
  'GET /api/curricula/:id': inCurriculum(),
  'PUT /api/curricula/:id': inCurriculum(old),
  'DELETE /api/curricula/:id': inCurriculum(oldInQuery),
  'PUT /api/curricula/:id/restore': async ({ home }) => ({ params: { id: await deletedCurriculum(home) } }),
  'GET /api/curricula/:id/courses': inCurriculum(),
  'GET /api/curricula/:id/missing': inCurriculum(),
  'POST /api/curricula/:id/enrol': async ({ home }) => {
    const { id, enrol } = await linkedOf(home)
    return { params: { id }, body: enrol }
  },
  'GET /api/curricula/:id/links': inCurriculum(),
  'PUT /api/curricula/:id/links/:link_id/confirm': ofLink({ body: { removals: 1, version: 0 } }),
  'DELETE /api/curricula/:id/links/:link_id': ofLink(oldInQuery),
  'PUT /api/curricula/:id/links/:link_id/restore': async ({ home }) => ({ params: await endedLink(home) }),
}
