// npm run fuzz [-- role …] [--examples=N]: every call of the OpenAPI document, signed in as each role, with what schemathesis (PyPI) thinks up,
// once with ids that are nowhere and once with ids that are there. Fails on a server error or a status that the document does not name.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSchool, type School, type SchoolPerson } from '../flows/school.ts'
import { type Address, startProduct } from '../flows/start.ts'

const version = '4.32.5'
const given = process.argv.slice(2)
const examples = given.find((one) => one.startsWith('--examples='))?.slice('--examples='.length) ?? '30'
const named = given.filter((one) => !one.startsWith('--'))
const roles = ['visitor', 'student', 'assistant', 'teacher', 'manager', 'admin', 'wgAdmin'].filter(
  (role) => named.length === 0 || named.includes(role),
)

function program(command: string, args: string[], quiet = true): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: quiet ? 'ignore' : 'inherit' })
    child.once('error', () => resolve(127))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** schemathesis from PATH, else from an environment of our own made once. */
async function schemathesis(): Promise<string> {
  if ((await program('schemathesis', ['--version'])) === 0) return 'schemathesis'
  const folder = join(process.env.LYCEUM_STACK ?? '.lyceum-stack', 'schemathesis')
  const own = join(folder, 'bin', 'schemathesis')
  if (existsSync(own)) return own
  console.log(`getting schemathesis ${version} from PyPI`)
  if ((await program('python3', ['-m', 'venv', folder], false)) !== 0)
    throw new Error('python3 with venv is needed for schemathesis (Debian: apt-get install python3-venv)')
  if ((await program(join(folder, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${version}`], false)) !== 0)
    throw new Error('schemathesis could not be got from PyPI')
  return own
}

/** A course with a module, an activity and a file, so that ids lead somewhere. */
async function world(school: School) {
  const teacher = await school.signIn('teacher')
  const course = await teacher.call('POST /api/course', { body: { name: 'Tides', course_code: 'T 1' } })
  const params = { id: course.id }
  const module = await teacher.call('POST /api/courses/:id/modules', { params, body: { name: 'Ebb' } })
  const activity = await teacher.call('POST /api/courses/:id/activities', {
    params,
    body: { type: 'page', title: 'Flood', module_id: module.id, body: '<p>Text</p>', published: true },
  })
  const upload = await teacher.call('POST /api/uploads', { body: { name: 'notes.txt', size: 12 } })
  const assistants = [school.people.assistant.id]
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: assistants, role: 'instructor_assistant' } })
  await teacher.call('POST /api/courses/:id/enrollments', { params, body: { person_ids: [school.people.student.id], role: 'student' } })
  await teacher.call('PUT /api/courses/:id/publish', { params, body: { published: true } })
  return { course: course.id, module: module.id, activity: activity.id, upload: upload.id, org: school.id }
}

/** Which id a path's {id} is, in schemathesis's own configuration. Signing out would end the run, the stream would not. */
const settings = (ids?: Record<string, string>) => {
  const known: [pattern: string, id: string | undefined][] = [
    ['^/api/courses?/\\{id\\}', ids?.course],
    ['^/api/modules/\\{id\\}', ids?.module],
    ['^/api/activities/\\{id\\}', ids?.activity],
    ['^/api/course/activities-read/', ids?.activity],
    ['^/api/uploads/\\{id\\}', ids?.upload],
    ['^/api/orgs/\\{id\\}', ids?.org],
  ]
  return known
    .filter(([, id]) => id)
    .map(([pattern, id]) => `[[operations]]\ninclude-path-regex = '${pattern}'\nparameters = { "path.id" = "${id}" }\n`)
    .join('\n')
}

async function fuzz(tool: string, at: Address, role: string, school: School, config: string): Promise<boolean> {
  const person = role === 'visitor' ? undefined : await school.signIn(role as SchoolPerson)
  const headers = person ? ['--header', `Cookie: ${person.cookie}`, '--header', `Request-Scope: ${person.org}`] : []
  const code = await program(
    tool,
    [
      '--config-file',
      config,
      'run',
      `${at.url}/api/openapi.json`,
      '--url',
      at.url,
      ...headers,
      '--checks',
      'not_a_server_error,status_code_conformance',
      '--phases',
      'examples,coverage,fuzzing',
      '--max-examples',
      examples,
      '--workers',
      '2',
      '--suppress-health-check',
      'all',
      '--continue-on-failure',
      '--generation-deterministic',
      '--warnings',
      'off',
      '--request-timeout',
      '20',
      '--exclude-path-regex',
      '^/api/(session|events)$',
    ],
    false,
  )
  return code === 0
}

const tool = await schemathesis()
const product = await startProduct({ way: 'one', name: 'fuzz', env: { RATE_LIMIT: '0' } })
const folder = await mkdtemp(join(tmpdir(), 'lyceum-fuzz-'))
const failed: string[] = []
try {
  for (const role of roles) {
    for (const ids of ['nowhere', 'there']) {
      const school = await makeSchool(product)
      const config = join(folder, `${role}-${ids}.toml`)
      await writeFile(config, ids === 'there' ? settings(await world(school)) : '')
      console.log(`\n=== ${role}, ids that are ${ids}`)
      if (!(await fuzz(tool, product, role, school, config))) failed.push(`${role} (${ids})`)
    }
  }
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}
console.log(failed.length === 0 ? `no server error, no undocumented status, as ${roles.join(', ')}` : `failed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
