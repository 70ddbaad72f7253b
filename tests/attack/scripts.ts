// Attacks with bodies of script in every text field of every write call, then the pages that show them, opened by another person in a real
// browser: nothing runs, and no request leaves for another machine.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { launch } from '../e2e/browser.ts'
import type { Person } from '../flows/school.ts'
import { send } from '../flows/send.ts'
import { type Instance, startInstance } from './instance.ts'
import { fieldsOf, isText, isWrite, readOperations, withField } from './operations.ts'
import type { Part } from './part.ts'
import type { Report } from './report.ts'
import { consumables, requestFor } from './requests.ts'
import { ask, said } from './rights-arena.ts'
import { scriptBodies } from './script-bodies.ts'
import { makeFilmCourse, makeStudent, makeWorld, until, type World } from './world.ts'

// these calls would end the sessions that the others need
const left = ['POST /api/session', 'PUT /api/user/password', 'POST /api/user/password-reset', 'DELETE /api/users/:id']

/** Runs some at a time: on a quiet machine the work, not the waiting, takes the time. */
async function each<T>(list: T[], work: (one: T) => Promise<unknown>, together = 8): Promise<void> {
  for (let first = 0; first < list.length; first += together) await Promise.all(list.slice(first, first + together).map(work))
}

/** Writes every body into every field that takes text; answers the number of fields. */
async function everywhere(at: Instance, report: Report, world: World, bodies: string[]): Promise<number> {
  let fields = 0
  const { admin } = world
  const operations = (await readOperations(at.url)).filter((one) => isWrite(one) && one.body && !left.includes(one.key))
  for (const operation of operations) {
    const person = operation.path.startsWith('/api/users') || operation.path.startsWith('/api/org') ? admin : world.owner
    const sender = { headers: { cookie: person.cookie }, scope: person.org }
    for (const field of fieldsOf(operation.body ?? {}).filter(isText)) {
      fields++
      await each(bodies, async (body) => {
        const made = requestFor(operation, world, (await consumables[operation.key]?.(world)) ?? {})
        const value = body.slice(0, field.schema.maxLength ?? 10_000)
        const given = { ...made, body: withField(made.body, field.path, value) }
        const { status, text, headers } = await ask({ at }, operation, given, sender)
        const repeat = said(operation, given)
        report.check(status < 500, `${operation.key} answers ${status} to script in ${field.path.join('.')}: ${text.slice(0, 80)}`, repeat)
        const json = (headers.get('content-type') ?? 'application/json').startsWith('application/json')
        report.check(
          json && headers.get('x-content-type-options') === 'nosniff',
          `${operation.key} answers as ${headers.get('content-type')}`,
          repeat,
        )
      })
    }
  }
  return fields
}

type Shown = { course: string; pages: string[]; film: string; files: string[] }

/** Puts all bodies where others see them: names, titles, texts, files, people, chapters, captions. */
async function shown(report: Report, world: World, reader: Person, bodies: string[]): Promise<Shown> {
  const { owner, admin } = world
  const enrol = async (course: string, person: string) =>
    owner.call('POST /api/courses/:id/enrollments', { params: { id: course }, body: { person_ids: [person], role: 'student' } })
  const cut = (text: string, most = 200) => text.slice(0, most)
  const { course, upload: film } = await makeFilmCourse(owner, [reader.id], { seconds: 90 })
  await each(bodies, async (text) => {
    const { id } = await owner.call('POST /api/course', {
      body: {
        name: cut(text),
        display_name: cut(text),
        course_code: cut(text, 64),
        subject_code: cut(text, 64),
        semester: cut(text, 64),
        teaching_class_name: cut(text),
        academic_year: { name: cut(text) },
        department: { name: cut(text) },
        grade: { name: cut(text) },
        klass: { name: cut(text) },
        course_outline: text,
      },
    })
    await enrol(id, reader.id)
    await owner.call('PUT /api/courses/:id/publish', { params: { id }, body: { published: true } })
    await owner.call('POST /api/courses/:id/modules', { params: { id: course }, body: { name: cut(text) } })
    const { id: group } = await owner.call('POST /api/resource-groups', { body: { name: cut(text) } })
    await owner.call('POST /api/resource-groups/:id/members', { params: { id: group }, body: { person_ids: [reader.id] } })
    const person = await admin.call('POST /api/users', {
      body: { name: cut(text, 100), user_no: cut(`${randomUUID().slice(0, 4)}${text}`, 50), roles: ['student'] },
    })
    await until(() => enrol(course, person.id))
  })
  const pages: string[] = []
  const params = { id: course }
  const { id: set } = await owner.call('POST /api/courses/:id/group-sets', {
    params,
    body: {
      name: cut(bodies[0] ?? '', 100),
      groups: bodies.map((text, n) => cut(`${n} ${text}`, 100)),
      sign_up: { seats: null, until: null },
    },
  })
  const { groups } = await owner.call('POST /api/group-sets/:id/groups', {
    params: { id: set },
    body: { names: [cut(bodies[1] ?? '', 100)] },
  })
  await reader.call('POST /api/groups/:id/join', { params: { id: groups[0]?.id ?? '' } })
  for (let first = 0; first < bodies.length; first += 50)
    await owner.call('POST /api/courses/:id/syllabuses', {
      params,
      body: { syllabuses: bodies.slice(first, first + 50).map((text) => ({ name: cut(text) })) },
    })
  for (let first = 0; first < bodies.length; first += 6) {
    const some = bodies.slice(first, first + 6)
    const body = some.join('\n')
    const { id } = await owner.call('POST /api/courses/:id/activities', {
      params,
      body: { type: 'page', title: cut(some[0] ?? ''), body, published: true },
    })
    pages.push(id)
    const kept = (await owner.call('GET /api/activities/:id', { params: { id } })).body
    // a word in a quoted value is text
    const bad =
      /<(script|style|iframe|object|embed|svg|math|form|input|base|meta|link|template|noscript|video|audio)\b|<[^>]*\s(on\w+|style)\s*=/i.exec(
        kept.replace(/"[^"]*"/g, '""'),
      ) ?? /<[^>]*(href|src)="\s*(javascript|data|vbscript):/i.exec(kept)
    report.check(!bad, `a page keeps ${bad?.[0]}`, `POST /api/courses/:id/activities with body ${JSON.stringify(body).slice(0, 300)}`)
  }
  const files: string[] = []
  await each(bodies, async (text) => {
    const name = `${text.replace(/[/\\]/g, '').slice(0, 120)}.txt`
    const answer = await send(owner, name, Buffer.from(bodies.join('\n')) as Buffer<ArrayBuffer>).catch(() => undefined)
    if (answer) files.push(answer.id)
  })
  const some = files.slice(0, 40)
  if (some.length > 0)
    await owner.call('POST /api/courses/:id/activities', {
      params,
      body: { type: 'material', title: 'Files', upload_ids: some, published: true, body: bodies.join('') },
    })
  await owner.call('PUT /api/uploads/:id/chapters', {
    params: { id: film },
    body: { chapters: bodies.map((title, second) => ({ title: cut(title, 120), second })) },
  })
  const cues = bodies.map(
    (text, n) =>
      `00:00:0${Math.floor(n / 20)}.${String((n % 20) * 50).padStart(3, '0')} --> 00:00:06.000\n${text.replaceAll('-->', '--').replace(/[\n\r]/g, ' ')}\n`,
  )
  await owner.call('PUT /api/uploads/:id/captions/:language', {
    params: { id: film, language: 'en' },
    body: { text: `WEBVTT\n\n${cues.join('\n')}` },
  })
  return { course, pages, film, files }
}

/** Opens each address as this person and watches for script that ran; the last address is harmed on purpose, and must be noticed. */
async function read(at: Instance, report: Report, browser: Browser, person: Person, addresses: string[]): Promise<void> {
  const context = await browser.newContext({ baseURL: at.url, viewport: { width: 1280, height: 4000 } })
  await context.addCookies(
    person.cookie.split('; ').map((pair) => ({ name: pair.split('=')[0] ?? '', value: pair.slice(pair.indexOf('=') + 1), url: at.url })),
  )
  let showing = 0
  const visit = async (address: string) => {
    const page = await context.newPage()
    const signs: string[] = []
    // a script that the policy stops is in the page nevertheless
    await page.addInitScript(
      `window.__stopped = []; addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => window.__stopped.push(effectiveDirective + ' ' + blockedURI + ' ' + sample))`,
    )
    page.on('dialog', (dialog) => {
      signs.push(`dialog ${dialog.message()}`)
      void dialog.dismiss().catch(() => {})
    })
    page.on('popup', (popup) => signs.push(`window ${popup.url()}`))
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && !frame.url().startsWith(at.url) && frame.url() !== 'about:blank')
        signs.push(`led to ${frame.url()}`)
    })
    await page
      .goto(address, { timeout: 15_000, waitUntil: 'domcontentloaded' })
      .catch((error: Error) => signs.push(error.message.split('\n')[0] ?? ''))
    await page
      .locator('h1')
      .first()
      .waitFor({ state: 'attached', timeout: 8000 })
      .catch(() => {})
    await sleep(1200)
    // links are followed too: a script in an address runs then
    const wrong = await page
      .evaluate<string[]>(`[
      ...(window.__pwned === 1 ? ['script ran'] : []),
      ...window.__stopped.filter((one) => !one.startsWith('img-src')),
      ...[...document.querySelectorAll('a[href],area[href],form[action],iframe,object,embed,base')].map((one) => one.getAttribute('href') ?? one.getAttribute('action') ?? one.outerHTML.slice(0, 80)).filter((to) => /^\\s*(javascript|data|vbscript):/i.test(to)),
      ...[...document.querySelectorAll('*')].flatMap((one) => [...one.attributes].filter(({ name }) => /^on/i.test(name)).map(({ name }) => one.tagName + ' ' + name)),
    ]`)
      .catch((error: Error) => [error.message.split('\n')[0] ?? ''])
    if (await page.evaluate<boolean>(`document.body.innerText.includes('__pwned')`).catch(() => false)) showing++
    report.check(
      signs.length + wrong.length === 0,
      `${address}: ${[...signs, ...wrong].slice(0, 4).join('; ')}`,
      `put tests/attack/script-bodies.ts everywhere, open ${address} as another person`,
    )
    if (address === addresses.at(-1)) {
      await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.__pwned=1">')`).catch(() => {})
      await sleep(500)
      const noticed = await page.evaluate<number>('window.__stopped.length').catch(() => 0)
      report.check(noticed > 0, 'script that is put into a page on purpose is not noticed', 'see read() in tests/attack/scripts.ts')
    }
    await page.close()
  }
  await each(addresses, visit, 4)
  report.check(
    showing >= addresses.length / 2,
    `only ${showing} of ${addresses.length} pages show what was written`,
    'see read() in tests/attack/scripts.ts',
  )
  await context.close()
}

/** The first HTML holds data of the page: no text in it ends the element around it. */
async function firstHtml(report: Report, clean: Person, reader: Person, addresses: string[]): Promise<void> {
  const scripts = (html: string) => (html.match(/<script\b/gi) ?? []).length
  const html = async (person: Person, address: string) => await (await person.send('GET', address)).text()
  const honest = scripts(await html(clean, '/user/index'))
  for (const address of addresses.filter((one) => !one.includes('#'))) {
    const text = await html(reader, address)
    const repeat = `GET ${address} as somebody whose courses are called as in tests/attack/script-bodies.ts`
    report.check(scripts(text) <= honest + 1, `${address}: its HTML has ${scripts(text)} scripts, an honest one ${honest}`, repeat)
    report.check(!/window\.__pwned=1<\/script>|<!--<\/script/i.test(text), `${address}: data ends the element it stands in`, repeat)
  }
}

/** Mails to people whose names are script, as HTML and in the headers. */
async function mails(at: Instance, report: Report, world: World, bodies: string[], taken: () => string): Promise<void> {
  const { admin } = world
  const some = [...bodies.slice(0, 12), 'x\r\nBcc: all@example.edu', '"><img src=http://127.0.0.1:9/x>']
  for (const text of some) {
    const email = `mail-${randomUUID().slice(0, 8)}@example.edu`
    const made = await admin.send('POST', '/api/users', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: text.slice(0, 100), user_no: randomUUID().slice(0, 12), email, roles: ['student'] }),
    })
    report.check(made.status < 500, `a person called ${JSON.stringify(text)}: ${made.status}`, 'POST /api/users')
    await made.text()
    await fetch(`${at.url}/api/auth_code/get_auth_code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ unique_id: email, unique_id_type: 'email' }),
    })
  }
  for (let tries = 0; tries < 60 && !taken().includes('To: mail-'); tries++) await sleep(250)
  await sleep(1500)
  // soft line ends of quoted-printable, then base64 parts
  const text = taken()
  const parts =
    text.replace(/=\r?\n/g, '') +
    [...text.matchAll(/base64\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/g)].map(([, part = '']) => Buffer.from(part, 'base64').toString()).join('\n')
  const htmlParts = [...parts.matchAll(/<html[\s\S]*?<\/html>/gi)].map(([part]) => part)
  report.check(htmlParts.length > 0, 'no HTML mail has come', 'POST /api/auth_code/get_auth_code with SMTP_URL set')
  for (const part of htmlParts)
    report.check(
      !/<script|<img[^>]+onerror|<svg|javascript:/i.test(part.replace(/=3D/g, '=')),
      `a mail holds ${/<script[^>]*>|<img[^>]*>|<svg[^>]*>/i.exec(part)?.[0]}`,
      'a person called as in tests/attack/script-bodies.ts asks for a code',
    )
  report.check(!/^Bcc: all@/m.test(text), 'a name writes a line into the head of a mail', 'POST /api/users { name: "x\\r\\nBcc: …" }')
}

/** Takes mails and keeps their bytes. */
async function smtp(): Promise<{ url: string; taken(): string; close(): void }> {
  let taken = ''
  const server = createSocketServer((socket) => {
    let data = false
    socket.write('220 here\r\n')
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      taken += bytes.toString()
      for (const line of bytes.toString().split('\r\n')) {
        if (data && line === '.') {
          data = false
          socket.write('250 taken\r\n')
        } else if (data || line === '') continue
        else if (line === 'DATA') {
          data = true
          socket.write('354 go\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, taken: () => taken, close: () => server.close() }
}

export const scripts: Part = {
  name: 'scripts',
  about:
    'more than 60 bodies of script in every text field, then every page that shows them in a real browser; mails and the first HTML too',
  seconds: 240,
  async run(report) {
    const asked: string[] = []
    const listener = createServer((request, answer) => {
      asked.push(`${request.method} ${request.url}`)
      answer.end()
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const post = await smtp()
    const at = await startInstance('scripts', { SMTP_URL: post.url })
    const browser = await launch()
    try {
      const world = await makeWorld(at, 'Scripts')
      const bodies = scriptBodies(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`)
      const { person: reader } = await makeStudent(at, world)
      const all = await shown(report, world, reader, bodies)
      await mails(at, report, world, bodies, post.taken)
      const fields = await everywhere(at, report, world, bodies)
      report.note(`${bodies.length} bodies in ${fields} fields`)
      const course = `/course/${all.course}`
      const addresses = [
        '/user/index',
        '/user/courses',
        '/user/notifications',
        '/user/todo',
        '/user/resource-groups',
        `${course}/content`,
        `${course}/enrollments`,
        `${course}/outline`,
        `${course}/groups`,
        `${course}/resource`,
        ...all.pages.map((id) => `${course}/learning-activity#/${id}`),
      ]
      await read(at, report, browser, reader, addresses)
      const [first = ''] = all.files
      const teaching = [
        '/user/index',
        '/user/resources',
        '/user/settings',
        `${course}/content`,
        `${course}/enrollments`,
        `${course}/outline`,
        `${course}/groups`,
        `/note-bene/pdf-viewer?uploadId=${first}`,
        `/note-bene/pdf-viewer?uploadId=${all.film}`,
      ]
      await read(at, report, browser, world.owner, teaching)
      await firstHtml(report, await world.school.signIn('faculty'), reader, addresses)
      report.check(
        asked.length === 0,
        `browsers have asked another machine for ${[...new Set(asked)].slice(0, 5).join(', ')}`,
        'see tests/attack/script-bodies.ts',
      )
    } finally {
      await browser.close()
      await at.stop()
      listener.close()
      post.close()
    }
  },
}
