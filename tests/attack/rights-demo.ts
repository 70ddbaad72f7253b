// Attacks on the one-click sign-in of a demo school: it opens the demo's own people and no others.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { signIn } from '../flows/school.ts'
import { type Instance, startInstance } from './instance.ts'
import type { Report } from './report.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export async function demoAccounts(report: Report): Promise<void> {
  const at = await startInstance('demo', { LYCEUM_DEMO: 'true' })
  try {
    await tryOut(at, report)
  } finally {
    await at.stop()
  }
}

const post = (at: Instance, body: object) =>
  fetch(`${at.url}/api/session`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

async function command(at: Instance, ...typed: string[]) {
  const env = { ...process.env, LYCEUM_HOME: at.home, LOG_LEVEL: 'warn' }
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/admin/lyceum.ts', ...typed, '--json'], { cwd: root, env })
  return JSON.parse(stdout)
}

async function tryOut(at: Instance, report: Report): Promise<void> {
  type Config = { org: { id: string } | null; demo_people: { id: string; name: string; user_no: string; role: string }[] }
  let config: Config = { org: null, demo_people: [] }
  for (let tries = 0; tries < 300 && config.demo_people.length === 0; tries++) {
    config = (await (await fetch(`${at.url}/api/config`)).json()) as Config
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const [first] = config.demo_people
  if (!config.org || !first) return void report.check(false, 'the demo school offers nobody', 'GET /api/config')
  report.check(
    (await post(at, { demo_person: first.id })).status === 201,
    'one click does not open a person of the demo',
    'POST /api/session { demo_person }',
  )

  const org = await command(at, 'org', 'create', '--name', 'Lagoon', '--locale', 'en', '--host', 'lagoon.test')
  const about = ['--org', org.id, '--email', 'head@lagoon.test', '--name', 'Ada Birk', '--user-no', 'head', '--role', 'admin']
  const head = await command(at, 'user', 'create', ...about, '--generate-password')
  const real = await signIn(at, { login: 'head@lagoon.test', password: head.password, org: org.id })
  report.check(
    (await post(at, { demo_person: real.id })).status >= 400,
    'one click opens somebody of another organisation',
    'POST /api/session { demo_person: an administrator elsewhere }',
  )

  // an administrator of another organisation joins the demo by its association code, created by one click as the demo's administrator
  const admin = await clicked(at, config.demo_people.find(({ role }) => role === 'admin')?.id ?? first.id)
  const scope = { 'request-scope': config.org.id, 'content-type': 'application/json', cookie: admin }
  const made = await fetch(`${at.url}/api/org/association-code`, { method: 'POST', headers: scope })
  const code = made.ok ? ((await made.json()) as { association_code: string }).association_code : ''
  const joined = await real.send('PUT', '/api/user/association-code', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ association_code: code || 'K7QM2XB4TN' }),
  })
  report.check(
    !joined.ok,
    `a real account joins a demo school by its association code: ${joined.status}`,
    'PUT /api/user/association-code with the code of the demo',
  )
  const opened = await post(at, { demo_person: real.id })
  report.check(
    opened.status >= 400,
    `one click opens an administrator of another organisation who has joined the demo: ${opened.status}`,
    'POST /api/session { demo_person: that person }',
  )

  // one click does not open an account that was created in the demo with a password
  const user = await fetch(`${at.url}/api/users`, {
    method: 'POST',
    headers: scope,
    body: JSON.stringify({ name: 'Bo', user_no: 'bo-1', email: 'bo@demo.test', roles: ['student'], password: 'salt marsh at dawn' }),
  })
  if (user.ok) {
    const { id } = (await user.json()) as { id: string }
    const bo = await post(at, { demo_person: id })
    report.check(
      bo.status >= 400,
      `one click opens an account that has a password: ${bo.status}`,
      'POST /api/users with a password in the demo, then POST /api/session { demo_person }',
    )
  }
  // a demo person who has joined another organisation
  const lagoon = await real.call('POST /api/org/association-code')
  const student = config.demo_people.find(({ role }) => role === 'student') ?? first
  const moved = await clicked(at, student.id)
  const associated = await fetch(`${at.url}/api/user/association-code`, {
    method: 'PUT',
    headers: { ...scope, cookie: moved },
    body: JSON.stringify({ association_code: lagoon.association_code }),
  })
  if (associated.ok) {
    const again = await post(at, { demo_person: student.id })
    report.check(
      again.status >= 400,
      `one click opens a person of the demo who has joined another organisation: ${again.status}`,
      'PUT /api/user/association-code as a demo person, then POST /api/session { demo_person }',
    )
  } else report.check(true, '', '')
}

async function clicked(at: Instance, person: string): Promise<string> {
  const answer = await post(at, { demo_person: person })
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}
