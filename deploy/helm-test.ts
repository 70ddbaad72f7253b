// `helm test`: signs in through the BFF as the first administrator, creates a course, reads it, deletes it, opens the page. Reads LYCEUM_URL,
// ADMIN_LOGIN and ADMIN_PASSWORD; prints a sentence and exits with 1 on a fault.
import { randomUUID } from 'node:crypto'
import { environment } from '@lyceum/kit/config'
import { processEnv } from '../runtime/settings.ts'

const read = environment(processEnv())
const base = read.required('LYCEUM_URL')
let cookie = ''
let scope = ''

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(base + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      ...(scope && { 'request-scope': scope }),
      ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status} ${text.slice(0, 300)}`)
  cookie ||= answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  return text ? (JSON.parse(text) as T) : (undefined as T)
}

try {
  const session = await ask<{ user: { name: string }; org_id: string }>('POST', '/api/session', {
    login: read.required('ADMIN_LOGIN'),
    password: read.required('ADMIN_PASSWORD'),
  })
  scope = session.org_id
  console.log(`signed in as ${session.user.name}`)
  const name = `Helm test ${new Date().toISOString()}`
  const { id } = await ask<{ id: string }>('POST', '/api/course', { name })
  const course = await ask<{ name: string }>('GET', `/api/courses/${id}`)
  if (course.name !== name) throw new Error(`the course is called ${course.name}`)
  console.log(`made the course ${id}`)
  await ask('DELETE', `/api/course/${id}`)
  await ask('DELETE', '/api/session')
  const page = await fetch(`${base}/`, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(20_000) })
  if (!page.ok || !(await page.text()).includes('<html')) throw new Error(`the page was answered ${page.status}`)
  console.log('deleted it again, opened the page; Lyceum works')
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
