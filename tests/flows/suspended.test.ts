// A suspended member, in all services together: the session, the page's stream, grants, feeds and lists end soon, and come back.
import { CallFailed } from '@lyceum/kit/calls/client'
import { reached } from '@lyceum/kit/test/wait'
import { expect, test } from 'vitest'
import { pdf } from '../media.ts'
import { newSchool, product } from './product.ts'
import { signIn } from './school.ts'
import { send } from './send.ts'

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error) => (error instanceof CallFailed ? `${error.status} ${error.problem.code}` : Promise.reject(error)),
  )

test('everything that was open closes; resumed, the courses are there again', async () => {
  const school = await newSchool()
  const [admin, teacher, colleague] = await Promise.all([school.signIn('admin'), school.signIn('teacher'), school.signIn('admin')])
  const { id: course } = await teacher.call('POST /api/course', { body: { name: 'Tides' } })
  const upload = await send(teacher, 'Tides.pdf', pdf())
  const { urls } = await teacher.call('GET /api/uploads/:id/view', { params: { id: upload.id }, query: {} })
  const bytes = async () => (await fetch(new URL(urls.file!, product().bytes))).status
  expect(await bytes()).toBe(200)
  const { path } = await teacher.call('POST /api/calendar-feeds', { body: { name: 'Phone' } })
  const feed = async () => (await fetch(new URL(path, product().url))).status
  expect(await reached(feed, 200, 30_000)).toBe(200)
  const end = new AbortController()
  const stream = await fetch(`${product().url}/api/events?scope=${school.id}`, { headers: { cookie: teacher.cookie }, signal: end.signal })
  const closed = stream.text().then(() => 'closed')

  const params = { id: teacher.id }
  expect(await admin.call('POST /api/users/:id/suspend', { params, body: {} })).toMatchObject({ state: 'suspended', sessions: 0 })
  expect(await refusal(teacher.call('GET /api/my-courses', { query: {} }))).toBe('401 session.missing')
  expect(await Promise.race([closed, new Promise((done) => setTimeout(done, 10_000, 'open'))])).toBe('closed')
  end.abort()
  expect(await reached(bytes, 403, 10_000)).toBe(403)
  expect(await reached(feed, 404, 10_000)).toBe(404)
  const again = () => signIn(product(), { login: teacher.login, password: school.password, org: school.id })
  await expect(again()).rejects.toThrow(/403 .*"account.suspended"/)
  // they are found by nobody who looks for people
  const search = { keywords: school.people.teacher.login }
  expect((await colleague.call('GET /api/user/search', { query: search })).users.map(({ id }) => id)).not.toContain(teacher.id)

  await admin.call('POST /api/users/:id/resume', { params, body: {} })
  const back = await again()
  expect(
    await reached(async () => (await back.call('GET /api/my-courses', { query: {} })).items.some(({ id }) => id === course), true, 30_000),
  ).toBe(true)
  expect(await reached(feed, 200, 30_000)).toBe(200)
})
