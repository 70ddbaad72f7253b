// Attacks with hostile files: each is uploaded like any other and then opened in every way. It ends in a clear refusal or is served so that
// nothing of it runs; no parser takes much memory or opens a connection.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { UploadTicket } from '@lyceum/upload/uploads/api'
import type { Upload } from '@lyceum/upload/rows/shapes'
import type { View } from '@lyceum/upload/viewing/api'
import { launch } from '../e2e/browser.ts'
import type { Person } from '../flows/school.ts'
import { film, pdf } from '../media.ts'
import { documents, type Hostile } from './hostile-documents.ts'
import { films, pictures } from './hostile-media.ts'
import { growth, type Instance, isUp, mib, startInstance } from './instance.ts'
import type { Part } from './part.ts'
import type { Report } from './report.ts'
import { makeWorld, type World } from './world.ts'

const mostOwn = 400 * 1024 * 1024
const mostOfChildren = 1536 * 1024 * 1024

type Sent = { id: string; status: string; reason: string; refused?: string }
type Json<T> = { status: number; body: T; text: string }

async function json<T>(person: Person, method: string, path: string, body?: unknown): Promise<Json<T>> {
  const answer = await person.send(method, path, {
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    signal: AbortSignal.timeout(90_000),
  })
  const text = await answer.text()
  try {
    return { status: answer.status, body: JSON.parse(text), text }
  } catch {
    return { status: answer.status, body: undefined as T, text }
  }
}

/** Uploads as the page does, whatever the outcome; waits until all processing has ended. */
async function deliver(report: Report, person: Person, { name, bytes, about }: Hostile): Promise<Sent> {
  const repeat = `upload ${about} as ${JSON.stringify(name)}, see tests/attack/hostile-*.ts`
  const fine = (status: number, what: string) => report.check(status < 500, `${about}: ${what} answers ${status}`, repeat)
  const ticket = await json<UploadTicket>(person, 'POST', '/api/uploads', { name, size: bytes.length, storage_type: 'local' })
  fine(ticket.status, 'POST /api/uploads')
  if (ticket.status !== 201) return { id: '', status: 'refused', reason: '', refused: ticket.text }
  const put = await fetch(ticket.body.upload_url ?? '', { method: 'PUT', headers: ticket.body.headers, body: bytes as Buffer<ArrayBuffer> })
  fine(put.status, 'PUT of its bytes')
  await put.text()
  const { id } = ticket.body
  const arrived = await json<Upload>(person, 'PUT', `/api/uploads/${id}/uploaded`)
  fine(arrived.status, 'PUT …/uploaded')
  let upload = arrived.body
  for (let tries = 0; tries < 300 && upload?.status === 'processing'; tries++) {
    await sleep(200)
    upload = (await json<Upload>(person, 'GET', `/api/uploads/${id}`)).body
  }
  report.check(
    upload?.status === 'ready' || (upload?.status === 'failed' && Boolean(upload.reason)),
    `${about}: it is ${upload?.status} ${upload?.reason ?? 'without a reason'}`,
    repeat,
  )
  return { id, status: upload?.status ?? '', reason: upload?.reason ?? '' }
}

const active = /^(text\/html|application\/xhtml|text\/javascript|application\/javascript|application\/x-shockwave)/
/** Types whose script a browser runs when the file is shown at its own address. */
const shown = /^(image\/svg|application\/xml|text\/xml|application\/pdf)/

/** Every reader of the file: the previewer's calls, its bytes. */
async function lookAt(at: Instance, report: Report, person: Person, { name, about }: Hostile, id: string): Promise<View | undefined> {
  const repeat = `upload ${about} as ${JSON.stringify(name)} and look at it`
  for (const path of ['text', 'captions', 'blob?scope=', 'rms-preview']) {
    const { status } = await json(person, 'GET', `/api/uploads/${id}/${path}${path.endsWith('=') ? person.org : ''}`)
    report.check(status < 500, `${about}: GET …/${path} answers ${status}`, repeat)
  }
  const began = performance.now()
  // at once: the cost of one must not arise six times
  const counted = await Promise.all(
    Array.from({ length: 6 }, () => json(person, 'GET', `/api/uploads/reference/document/${id}/pdf-info-for-stat`)),
  )
  report.check(
    counted.every(({ status }) => status < 500),
    `${about}: pdf-info-for-stat answers ${counted.map(({ status }) => status)}`,
    repeat,
  )
  report.check(
    performance.now() - began < 40_000,
    `${about}: pdf-info-for-stat works for ${Math.round((performance.now() - began) / 1000)} s`,
    repeat,
  )
  const view = await json<View>(person, 'GET', `/api/uploads/${id}/view`)
  report.check(view.status < 500, `${about}: GET …/view answers ${view.status}`, repeat)
  if (view.status !== 200 || !view.body.urls.file) return
  const answer = await fetch(at.bytes + view.body.urls.file, { headers: { range: 'bytes=0-99' } })
  await answer.text()
  const type = answer.headers.get('content-type') ?? ''
  const policy = answer.headers.get('content-security-policy') ?? ''
  const attached = answer.headers.get('content-disposition')?.startsWith('attachment') ?? false
  report.check(answer.status < 500, `${about}: its bytes answer ${answer.status}`, repeat)
  report.check(answer.headers.get('x-content-type-options') === 'nosniff', `${about}: browsers may guess what it is`, repeat)
  report.check(!active.test(type), `${about}: it is served as ${type}`, repeat)
  report.check(
    !shown.test(type) || attached || /(^|;)\s*sandbox(;|$)/.test(policy),
    `${about}: ${type} is shown without a sandbox: ${policy}`,
    repeat,
  )
  report.check(!/allow-scripts|allow-same-origin/.test(policy), `${about}: its sandbox lets script run: ${policy}`, repeat)
  return view.body
}

// names that are declared for a file and never kept
const names = [
  '../../etc/passwd.txt',
  '..\\..\\x.txt',
  '/etc/passwd.txt',
  'C:\\x.txt',
  'a/b.txt',
  'a\0.txt',
  'a\nb.txt',
  'a\r\nSet-Cookie: x=y.txt',
  '\u202Etxt.exe.png',
  'a\u2066b.txt',
  '\u200B.txt',
  'CON.txt',
  'nul',
  'com1.pdf',
  'x.txt.',
  'x.txt ',
  '...',
  '.',
  '..',
  '.htaccess',
  `${'a'.repeat(300)}.txt`,
  `${'字'.repeat(100)}.txt`,
  'photo.png.exe',
  'letter.pdf.html',
  'x.php',
  'x.sh',
  'x.exe',
  'x.jar',
  'x.hta',
  'x.lnk',
  'x.scf',
  '"quoted".txt',
  "a'b;c.txt",
  'x.txt"; filename="y.html',
  '<img src=x onerror=alert(1)>.txt',
  '{{7*7}}.txt',
  '=cmd|calc.csv',
  '%2e%2e%2fx.txt',
  'x%00.png',
  '\uD800.txt',
  'ＣＯＮ.txt',
  'a\u0301\u0301\u0301.txt',
  '~',
  '-rf.txt',
  '$(id).txt',
  '`id`.txt',
  '|id.txt',
  'file:///etc/passwd.txt',
  'http://127.0.0.1/x.txt',
  'desktop.ini',
  'x.svg\u0000.txt',
]

async function hostileNames(at: Instance, report: Report, person: Person): Promise<void> {
  for (const name of names) {
    const repeat = `POST /api/uploads { name: ${JSON.stringify(name)} }`
    const ticket = await json<UploadTicket>(person, 'POST', '/api/uploads', { name, size: 4, storage_type: 'local' })
    report.check(
      [201, 400].includes(ticket.status),
      `a file called ${JSON.stringify(name)}: ${ticket.status} ${ticket.text.slice(0, 100)}`,
      repeat,
    )
    if (ticket.status !== 201) continue
    const kept = ticket.body.name
    report.check(!/[/\\\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(kept), `a file is called ${JSON.stringify(kept)}`, repeat)
    report.check(Buffer.byteLength(kept) <= 255 && !/[. ]$/.test(kept), `a file is called ${JSON.stringify(kept.slice(0, 80))}`, repeat)
    report.check(!/\.(exe|php|sh|jar|hta|lnk|scf)$/i.test(kept), `a program is taken: ${kept}`, repeat)
    await fetch(ticket.body.upload_url ?? '', { method: 'PUT', headers: ticket.body.headers, body: 'text' })
    const { body } = await json<Upload>(person, 'PUT', `/api/uploads/${ticket.body.id}/uploaded`)
    if (body?.status !== 'ready') continue
    const view = await json<View>(person, 'GET', `/api/uploads/${body.id}/view`)
    const answer = await fetch(`${at.bytes}${view.body.urls.file}?download=true`)
    await answer.text()
    const said = answer.headers.get('content-disposition') ?? ''
    report.check(
      /^attachment; filename\*=UTF-8''[A-Za-z0-9%.!#$&+^_`|~-]*$/.test(said),
      `the name ${JSON.stringify(kept)} goes out as ${said}`,
      repeat,
    )
  }
}

/** Captions that cost more to read than to write. */
async function hostileCaptions(at: Instance, report: Report, person: Person, upload: string): Promise<void> {
  const cue = (n: number) => `00:00:${String(n % 60).padStart(2, '0')}.000 --> 00:00:59.999\nx\n\n`
  const cases: [string, string][] = [
    ['60,000 cues in one second', `WEBVTT\n\n${Array.from({ length: 20_000 }, (_, n) => cue(n)).join('')}`],
    ['a million line ends', `WEBVTT\n\n${'\n'.repeat(690_000)}`],
    ['a line of opening brackets', `WEBVTT\n\n00:00.000 --> 00:01.000\n${'<'.repeat(690_000)}`],
    ['a line of dashes', `WEBVTT\n\n${'-'.repeat(690_000)}-->`],
    ['blanks before an arrow', `WEBVTT\n\n00:00.000${' '.repeat(690_000)}x`],
    ['digits without end', `WEBVTT\n\n${'0'.repeat(690_000)}:00.000 --> 1`],
    ['tags in tags', `WEBVTT\n\n00:00.000 --> 00:01.000\n${'<b>'.repeat(200_000)}`],
    ['settings without end', `WEBVTT\n\n00:00.000 --> 00:01.000 ${'a:b '.repeat(170_000)}\nx`],
    ['numbers of SubRip', `${'1\n'.repeat(340_000)}`],
    ['arrows without times', 'WEBVTT\n\n' + '-->\n'.repeat(170_000)],
    [
      'script in a cue',
      'WEBVTT\n\n00:00.000 --> 00:05.000\n<script>window.__pwned=1</script><img src=x onerror=window.__pwned=1><c.x" onmouseover=alert(1)>',
    ],
    ['a style block', 'WEBVTT\n\nSTYLE\n::cue { background: url(http://127.0.0.1:9/x) }\n\n00:00.000 --> 00:05.000\nx'],
  ]
  for (const [about, text] of cases) {
    const began = performance.now()
    const { own, result } = await growth(at, () => json<unknown>(person, 'PUT', `/api/uploads/${upload}/captions/en`, { text }))
    const took = performance.now() - began
    const repeat = `PUT /api/uploads/:id/captions/en with ${about}`
    report.check(result.status < 500, `captions of ${about}: ${result.status}`, repeat)
    report.check(took < 5000, `captions of ${about} work ${Math.round(took)} ms`, repeat)
    report.check(own < mostOwn, `captions of ${about}: memory grew by ${mib(own)} MiB`, repeat)
  }
}

/** Opens accepted files in a real browser, at their own address and in our pages, and watches for any sign of script. */
async function inBrowser(
  at: Instance,
  report: Report,
  world: World,
  opened: { name: string; about: string; id: string; view: View }[],
  touched: () => string[],
): Promise<void> {
  const browser = await launch()
  try {
    const context = await browser.newContext({ baseURL: at.url })
    const cookie = world.owner.cookie
      .split('; ')
      .map((pair) => ({ name: pair.split('=')[0] ?? '', value: pair.slice(pair.indexOf('=') + 1), url: at.url }))
    await context.addCookies(cookie)
    const visit = async ({ name, about, id, view }: (typeof opened)[number]) => {
      const page = await context.newPage()
      const signs: string[] = []
      let address = ''
      page.on('dialog', (dialog) => {
        // the browser's own PDF viewer may send requests in a process of its own: that is not our page
        if (!(name.endsWith('.pdf') && address.startsWith(at.bytes))) signs.push(`dialog ${dialog.message()} at ${address}`)
        void dialog.dismiss().catch(() => {})
      })
      page.on('request', (request) => {
        if (/pwned|\/api\/session$/.test(request.url()) && request.frame() !== page.mainFrame()) signs.push(`request ${request.url()}`)
      })
      for (address of [`/note-bene/pdf-viewer?uploadId=${id}`, at.bytes + view.urls.file]) {
        await page.goto(address, { timeout: 10_000, waitUntil: 'domcontentloaded' }).catch(() => undefined)
        await sleep(1200)
        for (const frame of page.frames())
          if (await frame.evaluate('window.__pwned === 1').catch(() => false)) signs.push(`script ran at ${address}`)
      }
      report.check(
        signs.length === 0,
        `${about} in a browser: ${signs.join(', ')}`,
        `open ${JSON.stringify(name)} in the previewer and at its own address`,
      )
      await page.close()
    }
    for (let first = 0; first < opened.length; first += 4) await Promise.all(opened.slice(first, first + 4).map(visit))
    report.check(touched().length === 0, `connections to the listener: ${touched().join(', ')}`, 'see tests/attack/hostile-media.ts')
  } finally {
    await browser.close()
  }
}

export const files: Part = {
  name: 'files',
  about:
    'more than 100 hostile files: bombs, loops, scripts, playlists for the converter, names; nothing runs, nothing connects, memory is bounded',
  seconds: 300,
  async run(report) {
    const touched: string[] = []
    const listener = createServer((request, answer) => {
      touched.push(`${request.method} ${request.url}`)
      answer.end()
    })
    listener.on('connection', (socket) => touched.push(`a connection from ${socket.remotePort}`))
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-attack-'))
    const secret = join(folder, 'secret.mp4')
    await writeFile(secret, await film(6, '320x180'))
    const at = await startInstance('files')
    try {
      const world = await makeWorld(at, 'Files')
      const person = world.owner
      await hostileNames(at, report, person)
      const empty = await json(person, 'POST', '/api/uploads', { name: 'empty.txt', size: 0 })
      report.check(empty.status === 400, `an empty file: ${empty.status}`, 'POST /api/uploads { size: 0 }')
      const opened: Parameters<typeof inBrowser>[3] = []
      // uses.svg is not opened: it costs its reader's browser gigabytes, whatever its origin
      const scripted = /script|page|both|link\.pdf|launch|html|laughs|note\.md|book|code\.js|utf7|entity|letter/
      const large = new Set(
        pictures()
          .filter(({ tooLarge }) => tooLarge)
          .map(({ name }) => name),
      )
      const all = [...documents(), ...pictures(), ...(await films(address, secret))]
      report.note(`${all.length} files, ${names.length} names`)
      for (const file of all) {
        const began = performance.now()
        const { own, children, result } = await growth(at, async () => {
          const sent = await deliver(report, person, file)
          return { sent, view: sent.id ? await lookAt(at, report, person, file, sent.id) : undefined }
        })
        const repeat = `upload ${file.about} as ${file.name}`
        const { sent, view } = result
        report.check(own < mostOwn, `${file.about}: the process grew by ${mib(own)} MiB`, repeat)
        report.check(children < mostOfChildren, `${file.about}: its helpers grew by ${mib(children)} MiB`, repeat)
        report.check(
          performance.now() - began < 60_000,
          `${file.about}: it took ${Math.round((performance.now() - began) / 1000)} s`,
          repeat,
        )
        if (large.has(file.name))
          report.check(sent.status !== 'ready' || view?.kind !== 'image', `${file.about} is shown as a picture`, repeat)
        // its own bytes are no film: a ready one shows something of this machine
        if (/^(tagged|list|passwd|subtitles)/.test(file.name))
          report.check(sent.status !== 'ready', `${file.about} has become a film of something else`, repeat)
        if (!(await isUp(at))) return void report.check(false, `${file.about}: the product does not answer any more`, repeat)
        if (view && scripted.test(file.name)) opened.push({ ...file, id: sent.id, view })
      }
      report.check(touched.length === 0, `the converter has opened ${touched.join(', ')}`, 'see films in tests/attack/hostile-media.ts')
      const own = await deliver(report, person, { name: 'waves.mp4', about: 'a film of our own', bytes: await film(6, '320x180') })
      await hostileCaptions(at, report, person, own.id)
      const plain = await deliver(report, person, { name: 'chart.pdf', about: 'a PDF of our own', bytes: pdf() })
      report.check(
        own.status === 'ready' && plain.status === 'ready',
        `honest files are ${own.status} and ${plain.status} afterwards`,
        'npm run attack -- files',
      )
      report.note(`${opened.length} of them are opened in a browser`)
      await inBrowser(at, report, world, opened, () => touched)
    } finally {
      await at.stop()
      listener.close()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
