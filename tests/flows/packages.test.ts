// A package of lessons from a teacher's file to a student's browser, in all services together: opened, framed at an origin of its own, reported.
import { CallFailed } from '@lyceum/kit/calls/client'
import { newId } from '@lyceum/kit/ids'
import { reached, scaled, until } from '@lyceum/kit/test/wait'
import { beforeAll, expect, test } from 'vitest'
import { manifest12 } from '../../services/upload/src/test/packages.ts'
import { sendPackage } from './packages.ts'
import { newSchool, product } from './product.ts'
import type { Person, School } from './school.ts'

let school: School, teacher: Person, student: Person
beforeAll(async () => {
  school = await newSchool()
  ;[teacher, student] = await Promise.all([school.signIn('teacher'), school.signIn('student')])
})
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'ok',
    (error) => (error instanceof CallFailed ? `${error.status} ${error.problem.code}` : Promise.reject(error)),
  )

async function offer(upload: string): Promise<string> {
  const { id } = await teacher.call('POST /api/course', { body: { name: 'Flight' } })
  const params = { id }
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [student.id], role: 'student' } })
  const activity = await teacher.call('POST /api/courses/:id/activities', {
    params,
    body: { type: 'scorm', title: 'Wings', upload_ids: [upload], published: true },
  })
  expect(await reached(() => refusal(student.call('GET /api/activities/:id', { params: { id: activity.id } })), 'ok', 30_000)).toBe('ok')
  return activity.id
}

test('a package of a thousand files is read by a student within seconds of its arrival, at another host than the page', async () => {
  const pages = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`pages/${n}.html`, `<p>Page ${n}</p>`]))
  const upload = await sendPackage(teacher, { 'imsmanifest.xml': manifest12(['pages/0.html', 'pages/999.html']), ...pages })
  const arrived = performance.now()
  const state = async () => (await teacher.call('GET /api/uploads/scorm/:id', { params: { id: upload }, query: {} })).status_code
  expect(await reached(state, 'ready', 30_000)).toBe('ready')
  expect(performance.now() - arrived).toBeLessThan(scaled(3000))

  const params = { id: await offer(upload) }
  const device = newId()
  const page = await student.call('GET /api/activities/:id/package', { params, query: { device } })
  expect(page).toMatchObject({ status_code: 'ready', kind: 'scorm12', items: [{ launch: 'pages/0.html' }, { launch: 'pages/999.html' }] })
  expect(page).not.toHaveProperty('grant')
  expect(new URL(page.url!).hostname).not.toBe(new URL(product().url).hostname)
  const read = async (path: string) => {
    const answer = await fetch(`${page.origin}/packages/${page.door}/${path}`)
    return [answer.status, await answer.text()]
  }
  expect(await read('pages/999.html')).toEqual([200, '<p>Page 999</p>'])
  const again = await student.call('GET /api/activities/:id/package', { params, query: { device, door: page.door! } })
  expect([again.door, again.url]).toEqual([page.door, null])
  await student.call('DELETE /api/session', {})
  await until(async () => (await read('pages/1.html'))[0] === 403, 30_000)
})
