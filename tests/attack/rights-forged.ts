// Forged requests: from another site, with ids of another organisation, with fields that the sender may not set, with another person's key.
import { randomUUID } from 'node:crypto'
import { fieldsOf, isId, isWrite, type Operation, withField } from './operations.ts'
import { consumables } from './consumables.ts'
import { idNamed, placeOf } from './ids.ts'
import { pathOf, requestFor } from './requests.ts'
import { type Arena, ask, lineOf } from './rights-arena.ts'

const isInternal = ({ path }: Operation) => path.startsWith('/internal-api/')

/** Requests that another site's page or a program can send with the cookie of a permitted person. */
export async function forgedRequests(arena: Arena): Promise<void> {
  const { at, report, operations, home, senders } = arena
  for (const operation of operations.filter((one) => isWrite(one) && !isInternal(one))) {
    const made = requestFor(operation, home)
    if (operation.scope === 'header') {
      // without a session a few calls act in no organisation
      const { status, text } = await ask(arena, operation, made, senders.admin, { 'request-scope': null })
      report.check(
        status >= 400,
        `${operation.key} works without Request-Scope: ${status} ${text.slice(0, 120)}`,
        lineOf(operation, made, 'as admin without Request-Scope'),
      )
      const other = await ask(arena, operation, made, senders.admin, { 'request-scope': arena.away.ids.org })
      report.check(
        other.status === 403,
        `${operation.key} with another scope answers ${other.status}`,
        lineOf(operation, made, 'as admin with the scope of another organisation'),
      )
      const broken = await ask(arena, operation, made, senders.admin, { 'request-scope': `${home.ids.org}' or 1=1` })
      report.check(
        [400, 403].includes(broken.status),
        `${operation.key} with a scope that is no id answers ${broken.status}`,
        lineOf(operation, made, 'as admin'),
      )
    }
    const form = await ask(arena, operation, made, senders.owner, {
      'content-type': 'application/x-www-form-urlencoded',
      'request-scope': null,
    })
    const open = operation.scope === 'none' && operation.method === 'DELETE'
    if (!operation.key.startsWith('POST /api/session') && !open && made.body !== undefined)
      report.check(
        form.status >= 400,
        `${operation.key} takes a form of another site: ${form.status}`,
        lineOf(operation, made, 'as application/x-www-form-urlencoded'),
      )
  }
  // headers reserved for our own processes
  const forged = {
    authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJraW5kIjoicGVyc29uIn0.',
    'x-actor': home.owner.id,
    'x-forwarded-for': '127.0.0.1',
    'x-original-url': '/internal-api/orgs',
    'x-http-method-override': 'DELETE',
  }
  for (const path of ['/api/my-courses', '/api/user/profile', `/api/courses/${home.ids.course}`]) {
    const { status } = await fetch(at.url + path, { headers: { ...forged, 'request-scope': home.ids.org } })
    report.check(status === 401, `forged headers open ${path}: ${status}`, `GET ${path} with ${JSON.stringify(forged)}`)
  }
  for (const path of [
    '/internal-api/orgs',
    '//internal-api/orgs',
    '/internal-api%2Forgs',
    '/INTERNAL-API/orgs',
    '/api/../internal-api/orgs',
    '/api/%2e%2e/internal-api/orgs',
    '/internal-api/orgs/',
    '/internal-api/orgs;x',
    '/internal-api/sessions/00',
  ]) {
    const { status, text } = await raw(at.url, path, home.owner.cookie)
    report.check(
      ![200, 201].includes(status) || text.includes('<html') || text.includes('<!doctype'),
      `${path} answers ${status} ${text.slice(0, 100)}`,
      `GET ${path}, path as it is`,
    )
  }
  const session = await fetch(`${at.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: home.owner.login, password: home.school.password }),
  })
  const cookie = session.headers.getSetCookie().find((one) => /httponly/i.test(one)) ?? ''
  report.check(
    /httponly/i.test(cookie) && /samesite=(lax|strict)/i.test(cookie),
    `the session's cookie is ${cookie.replace(/=[^;]+/, '=…')}`,
    'POST /api/session',
  )
  const cors = await fetch(`${at.url}/api/session`, { headers: { origin: 'https://evil.example', cookie: home.owner.cookie } })
  report.check(
    !cors.headers.get('access-control-allow-origin'),
    'the BFF lets pages of other sites read',
    'GET /api/session with Origin: https://evil.example',
  )
}

/** A request over a bare connection: fetch would normalise the path. */
async function raw(base: string, path: string, cookie: string): Promise<{ status: number; text: string }> {
  const { request } = await import('node:http')
  const { hostname, port } = new URL(base)
  return await new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers: { cookie } }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.once('error', reject).end()
  })
}

const unasked = {
  id: randomUUID(),
  org_id: randomUUID(),
  owner_id: randomUUID(),
  created_by_id: randomUUID(),
  person_id: randomUUID(),
  role: 'admin',
  roles: ['admin'],
  is_admin: true,
  completed: true,
  audit_status: 'agree',
  constructor: { x: 1 },
}

/** Unknown fields of a body are refused by name, whoever sends them. */
export async function massAssignment(arena: Arena): Promise<void> {
  const { report, operations, home, senders } = arena
  for (const operation of operations.filter((one) => isWrite(one) && one.body && !isInternal(one) && one.key !== 'POST /api/session')) {
    const own = new Set(fieldsOf(operation.body ?? {}).map(({ path }) => path[0]))
    for (const [name, value] of Object.entries(unasked)) {
      if (own.has(name)) continue
      const made = requestFor(operation, home)
      const body = { ...(made.body as object), [name]: value }
      const { status, text } = await ask(arena, operation, { ...made, body }, senders.owner)
      const rights = status === 403 && operation.key !== 'POST /api/course'
      report.check(
        status === 400 || rights || status === 404,
        `${operation.key} takes a field ${name}: ${status} ${text.slice(0, 100)}`,
        lineOf(operation, { ...made, body }, 'as owner'),
      )
      if (status === 400)
        report.check(
          text.includes(name),
          `${operation.key} does not name the field ${name} that it refuses: ${text.slice(0, 160)}`,
          lineOf(operation, { ...made, body }, 'as owner'),
        )
    }
  }
  // not a body at all
  for (const body of ['null', '[]', '"text"', '1', '{"__proto__":{"role":"admin"},"name":"x"}', '{', '']) {
    const answer = await fetch(`${arena.at.url}/api/course`, {
      method: 'POST',
      headers: { ...senders.owner.headers, 'request-scope': home.ids.org, 'content-type': 'application/json' },
      body,
    })
    report.check(answer.status === 400, `POST /api/course takes ${body}: ${answer.status}`, `POST /api/course ${body} as owner`)
  }
}

/** Each id of a path, query and body replaced by one of the other organisation, and by one that does not exist. */
export async function crossedIds(arena: Arena): Promise<void> {
  const { report, operations, home, away, senders } = arena
  // by design: other people's ids change nothing, find nothing, or are not kept
  const harmless = [
    'PUT /api/notifications/read',
    'POST /api/user-actions',
    'POST /api/courses',
    'PUT /api/questions/:id/editors', // as with activities
    'PUT /api/activities/:id/editors', // the editor is the window of the caller, under an id that the window made
    'DELETE /api/courses/:id/syllabus-items', // what is not in the plan stays out of it
    'PUT /api/courses/:id/join-requests person_ids.0', // who does not wait is left as they are
    'POST /api/courses/:id/copy module_ids.0', // of the modules of the source, these
    'POST /api/courses/next-term except_ids.0', // takes away from what is found
    'POST /api/banks/:id/questions/check', // looks at no place
    'POST /api/banks/:id/questions', // each question is answered for itself, these with the error of the field
    'POST /api/courses/:id/questions', // as in a bank
    'POST /api/calendar-events', // one for oneself has no audience: what is named is dropped
    'POST /api/activities/:id/attempts', // the device is an id that the window made
    'POST /api/activities/:id/package-attempts', // the same
    'POST /api/attempts/:id/late-answers/take device', // one from which nothing is late: no answer is taken
    'POST /api/activities/:id/submissions/files except_ids.0',
    'POST /api/activities/:id/submissions/remind person_ids.0', // of those who have not handed in, these
    'POST /api/activities/:id/submissions/return except_ids.0',
    'POST /api/activities/:id/submissions/take-back except_ids.0',
    'POST /api/courses/:id/score-policy/preview categories.0.id', // a category that is not there changes no result
    'PUT /api/courses/:id/score-rules categories.0.id', // one that is not there is made, under an id of its own
    'PUT /api/courses/:id/score-rules category_ids.0', // of the book's, in this order
    'PUT /api/courses/:id/score-rules item_ids.0',
    // a job that the owner's rights bind: its lines name the refusal
    'POST /api/question-exports',
    'POST /api/question-imports',
    'POST /api/questionnaire-templates/:id/use', // of the organisation's courses, these
    'PUT /api/bulletins/seen',
    'PUT /api/notifications/unread',
    'PUT /api/courses/:id/score-sort', // of the course's, in this order
    // to the end, as where it is gone meanwhile
    // lines of an import that is not one's own: none, and no file
    'GET /api/question-imports/:id/items',
    'GET /api/question-exports/:id/file',
    'PUT /api/activity-resort before',
    'PUT /api/syllabus/:id/activity-sort before',
  ]
  for (const operation of operations.filter((one) => !isInternal(one))) {
    const place = placeOf(operation.path)
    for (const who of ['owner', 'admin'] as const) {
      if (place && operation.params.includes('id') && !harmless.includes(operation.key)) {
        const made = requestFor(operation, home, { [place]: away.ids[place] })
        const { status, text } = await ask(arena, operation, made, senders[who])
        report.check(
          [403, 404].includes(status),
          `${operation.key} reaches into another organisation as ${who}: ${status} ${text.slice(0, 120)}`,
          lineOf(operation, made, `as ${who}, id of another organisation`),
        )
      }
      if (!operation.body || harmless.includes(operation.key)) continue
      for (const field of fieldsOf(operation.body).filter(isId)) {
        if (harmless.includes(`${operation.key} ${field.path.join('.')}`)) continue
        const of = idNamed(field.path.findLast((name) => name !== '0') ?? '')
        for (const [value, what] of [
          [of ? away.ids[of] : randomUUID(), 'of another organisation'],
          [randomUUID(), 'that is nowhere'],
        ] as const) {
          const made = requestFor(operation, home, (await consumables[operation.key]?.(home)) ?? {})
          const crossed = { ...made, body: withField(made.body, field.path, value) }
          const { status, text } = await ask(arena, operation, crossed, senders[who])
          report.check(
            status >= 400 && status < 500,
            `${operation.key} takes ${field.path.join('.')} ${what} as ${who}: ${status} ${text.slice(0, 120)}`,
            lineOf(operation, crossed, `as ${who}`),
          )
        }
      }
    }
    for (const { name } of operation.query.filter(({ schema }) => schema.format === 'uuid')) {
      const of = name === 'parent_id' ? 'courseFile' : (idNamed(name) ?? 'upload')
      const made = requestFor(operation, home)
      const crossed = { ...made, query: { ...made.query, [name]: away.ids[of] } }
      const { status, text } = await ask(arena, operation, crossed, senders.owner)
      const words = [away.canaries.course, away.canaries.draft, 'sheet.pdf', '@example.edu']
      const empty = status === 200 && !words.some((word) => text.includes(word) && !text.includes(home.ids.courseFile))
      report.check(
        [400, 403, 404].includes(status) || empty,
        `${operation.key} takes ${name} of another organisation: ${status} ${text.slice(0, 160)}`,
        lineOf(operation, crossed, 'as owner'),
      )
    }
  }
}

/** A key belongs to a person, a call and an organisation: no other caller gets the answer stored under it. */
export async function replayedKeys(arena: Arena): Promise<void> {
  const { report, operations, home, away, senders } = arena
  // a person of both organisations
  const code = (await (await away.school.signIn('admin')).call('POST /api/org/association-code')).association_code ?? ''
  const student = senders.otherStudent.person
  await student?.call('PUT /api/user/association-code', { body: { association_code: code } })
  const calls = ['POST /api/uploads', 'POST /api/user/links', 'PUT /api/user/settings', 'POST /api/courses', 'PUT /api/user/pre-task']
  for (const operation of operations.filter(({ key }) => calls.includes(key))) {
    const made = requestFor(operation, home)
    const key = { 'idempotency-key': `key-${randomUUID()}` }
    const first = await ask(arena, operation, made, senders.otherStudent, key)
    const again = await ask(arena, operation, made, senders.otherStudent, key)
    const repeat = lineOf(operation, made, `twice with ${JSON.stringify(key)}`)
    report.check(
      first.status < 300 && again.text === first.text,
      `${operation.key} answers a repeated key differently: ${first.status}, ${again.status}`,
      repeat,
    )
    const other = await ask(arena, operation, made, senders.student, key)
    const kept = operation.method === 'POST' && first.text.includes('"id"')
    report.check(
      !kept || other.text !== first.text,
      `${operation.key} gives another person the answer kept under a key`,
      `${repeat}, then as another person`,
    )
    const elsewhere = await ask(arena, operation, made, { ...senders.otherStudent, scope: away.ids.org }, key)
    report.check(
      !kept || elsewhere.text !== first.text,
      `${operation.key} gives the answer of one organisation in another: ${elsewhere.status}`,
      `${repeat}, then as the same person in their other organisation`,
    )
  }
  const play = operations.find(({ key }) => key === 'POST /api/course')
  if (!play) return
  const made = requestFor(play, home)
  const key = { 'idempotency-key': `key-${randomUUID()}` }
  const at = async (org: string) => await ask(arena, play, made, { ...senders.owner, scope: org }, key)
  const parallel = await Promise.all(Array.from({ length: 8 }, () => at(home.ids.org)))
  const ids = new Set(parallel.filter(({ status }) => status < 300).map(({ text }) => JSON.parse(text).id))
  report.check(
    ids.size === 1,
    `POST /api/course with one key at once made ${ids.size} courses`,
    `${lineOf(play, made)} eight times at once with ${JSON.stringify(key)}`,
  )
  report.check(
    (await at(away.ids.org)).status === 403,
    'a stored answer is given for the scope of an organisation that one is not in',
    `${pathOf(play, made, '')} with the key and the scope of another organisation`,
  )
}
