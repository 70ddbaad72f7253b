// Somebody joins a school by a request: its administrator is notified and agrees, and from then on they act there. An operator suspends the school.
import { until } from '@lyceum/kit/test/wait'
import pg from 'pg'
import { expect, test } from 'vitest'
import { newSchool, product } from './product.ts'
import { signIn } from './school.ts'

test('an agreed request makes a member who acts in the school; a suspended school lets nobody act, and resumed it is as before', async () => {
  const [coral, harbour] = await Promise.all([newSchool(), newSchool('Harbour College')])
  const [admin, teacher] = await Promise.all([coral.signIn('admin'), harbour.signIn('otherTeacher')])
  const made = await teacher.call('POST /api/org-requests', {
    body: { kind: 'join', org_id: coral.id, role: 'instructor', text: 'We teach a course together.' },
  })
  await until(async () => {
    const { items } = await admin.call('GET /api/notifications', { query: {} })
    return items.some(({ type, sender }) => type === 'org_join_requested' && sender?.id === teacher.id)
  }, 30_000)
  const [waiting] = (await admin.call('GET /api/org-requests', { query: {} })).items
  expect(waiting).toMatchObject({ id: made.id, person: { id: teacher.id, name: teacher.name }, text: 'We teach a course together.' })
  await admin.call('PUT /api/org-requests/:id', { params: { id: made.id }, body: { decision: 'agree', version: waiting!.version } })
  await until(async () => {
    const { items } = await teacher.call('GET /api/notifications', { query: {} })
    return items.some(({ type }) => type === 'org_request_agreed')
  }, 30_000)
  const there = await signIn(product(), { login: teacher.login, password: harbour.password, org: coral.id })
  const { id: course } = await there.call('POST /api/course', { body: { name: 'Reefs' } })
  expect((await there.call('GET /api/courses/:id', { params: { id: course } })).name).toBe('Reefs')

  // an operator of the installation, as the command line makes one
  const client = new pg.Client(product().databases.identity)
  await client.connect()
  await client.query('insert into operators (person_id) values ($1)', [harbour.people.manager.id])
  await client.end()
  const operator = await harbour.signIn('manager')
  const setState = (state: 'active' | 'suspended') =>
    operator.call('PUT /api/installation/orgs/:id', { params: { id: coral.id }, body: { state } })
  expect(await setState('suspended')).toMatchObject({ state: 'suspended' })
  // the session began in the other school and stays; a course of the suspended one is closed to it in each scope
  await until(async () => {
    const [home, here] = await Promise.all([teacher, there].map((one) => one.send('GET', `/api/courses/${course}`)))
    return home!.status >= 400 && here!.status >= 400
  }, 45_000)
  await until(async () => (await admin.send('GET', '/api/org/settings')).status === 401, 45_000)
  await expect(coral.signIn('student')).rejects.toThrow('account.suspended')
  expect(await setState('active')).toMatchObject({ state: 'active' })
  const back = await signIn(product(), { login: teacher.login, password: harbour.password, org: coral.id })
  await until(async () => (await back.send('GET', `/api/courses/${course}`)).status === 200, 30_000)
})
