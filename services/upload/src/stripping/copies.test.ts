// Copies without properties, as who must not learn the author reads them; everybody else reads the file as it was handed in.
import { createHash, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { scaled } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantKeys, signGrant } from '../../mirror/grant.ts'
import { isNamed, namedDocx, namedJpeg, namedPdf, words } from '../test/named-files.ts'
import { zipOf } from '../test/office.ts'
import { packedPdf } from '../test/pdfs.ts'
import { openUploads, type TestUploads } from '../test/uploads.ts'
import { openArchive } from '../processes/archive.ts'

let env: TestUploads, student: Actor, marker: Actor
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-office-'))
  await writeFile(join(folder, 'made.pdf'), await namedPdf())
  const program = join(folder, 'office')
  await writeFile(
    program,
    `#!/bin/sh\nwhile [ $# -gt 1 ]; do [ "$1" = --outdir ] && out=$2; shift; done\ncp "${folder}/made.pdf" "$out/document.pdf"\n`,
  )
  await chmod(program, 0o755)
  env = await openUploads({ env: { LYCEUM_OFFICE: program } })
  ;({ student, teacher: marker } = env.school)
})
afterAll(() => env?.stop())

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
/** Opens a file as a marker of nameless work does, or with `names` of work whose author is known. */
async function open(upload: string, name: string, { names = false } = {}) {
  const alias = randomUUID()
  const grant = signGrant(grantKeys(String(env.world.env.GRANT_KEYS)), {
    ...{ upload, person: marker.person, session: marker.session, activity: newId(), file: true, name },
    expires: Math.floor(Date.now() / 1000) + 600,
    ...(!names && { alias, stripped: true }),
  })
  const view = (await env.call(marker, 'GET', `/api/uploads/${names ? upload : alias}/view?grant=${grant}`)).body
  const get = (kind: 'file' | 'preview', headers: Record<string, string> = {}) => env.bytes(`/bytes/${grant}/${kind}`, { headers })
  return { view, get }
}

test('A marker of nameless work reads a copy without the name, its author and a marker who knows them the file as it was handed in', async () => {
  for (const [ending, file] of [
    ['pdf', await namedPdf()],
    ['jpg', namedJpeg()],
  ] as const) {
    const { id, size } = await env.send(student, file, { name: `Maya Tan.${ending}` })
    const nameless = await open(id, `file-1.${ending}`)
    expect(nameless.view).toMatchObject({ properties: 'stripped', download: true, urls: { file: expect.stringContaining('/file') } })
    expect(nameless.view.size).not.toBe(size)
    const answer = await nameless.get('file')
    const bytes = await bytesOf(answer)
    expect([answer.status, isNamed(file), isNamed(bytes), bytes.length === file.length]).toEqual([200, true, false, false])
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    const piece = await nameless.get('file', { range: 'bytes=4-9', 'if-range': answer.headers.get('etag')! })
    expect([piece.status, piece.headers.get('content-range')]).toEqual([206, `bytes 4-9/${bytes.length}`])
    expect(await bytesOf(piece)).toEqual(bytes.subarray(4, 10))
    const named = await open(id, `Maya Tan.${ending}`, { names: true })
    expect(named.view).toMatchObject({ properties: null, size })
    expect(sha(await bytesOf(await named.get('file')))).toBe(sha(file))
    const own = (await env.call(student, 'GET', `/api/uploads/${id}/view`)).body
    const owned = await env.bytes(own.urls.file)
    expect(sha(await bytesOf(owned))).toBe(sha(file))
    expect(owned.headers.get('etag')).not.toBe(answer.headers.get('etag'))
  }
})

test('An office file and its preview are without the name', async () => {
  const { id } = await env.send(student, namedDocx(), { name: 'Maya Tan.docx' })
  await expect.poll(async () => (await env.call(student, 'GET', `/api/uploads/${id}/view`)).body.preview.status).toBe('ready')
  const { view, get } = await open(id, 'file-1.docx')
  expect(view).toMatchObject({ properties: 'stripped', kind: 'office', urls: { preview: expect.stringContaining('/preview') } })
  const [file, preview] = [await bytesOf(await get('file')), await bytesOf(await get('preview'))]
  expect(openArchive(file).text('word/document.xml')).toContain(words)
  for (const name of openArchive(file).names) expect([name, isNamed(openArchive(file).bytes(name)!)]).toEqual([name, false])
  expect([preview.toString('latin1', 0, 5), isNamed(preview)]).toEqual(['%PDF-', false])
})

test('A file of a kind that is never stripped is not shown, but its preview is; a text is as it was handed in', async () => {
  const rtf = await env.send(student, Buffer.from('{\\rtf1{\\info{\\author Maya Tan}} Salt}'), { name: 'a.rtf' })
  await expect.poll(async () => (await env.call(student, 'GET', `/api/uploads/${rtf.id}/view`)).body.preview.status).toBe('ready')
  const old = await open(rtf.id, 'file-1.rtf')
  expect(old.view).toMatchObject({ properties: 'kept', download: false, urls: { file: null, preview: expect.any(String) } })
  const refused = await old.get('file')
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, 'upload.notStripped'])
  expect(isNamed(await bytesOf(await old.get('preview')))).toBe(false)
  const text = await env.send(student, Buffer.from('Salt'), { name: 'a.txt' })
  const { view, get } = await open(text.id, 'file-1.txt')
  expect([view.properties, await (await get('file')).text()]).toEqual(['stripped', 'Salt'])
})

test('A file that unpacks to too much, or is none, is refused within bounds', { timeout: scaled(60_000) }, async () => {
  const whole = openArchive(namedDocx())
  const parts = Object.fromEntries(whole.names.map((name) => [name, whole.bytes(name)!]))
  const list = Array.from({ length: 30 }, (_, nth) => `<Relationship Id="x${nth}" Type="t/chart" Target="part${nth}.emf"/>`).join('')
  const large = Buffer.alloc(45 * 1024 ** 2, '<w:a/>')
  const hostile: [string, Buffer][] = [
    ['long.docx', zipOf({ ...parts, 'word/document.xml': Buffer.alloc(60 * 1024 ** 2, ' ') })],
    [
      'many.docx',
      zipOf({
        ...parts,
        'word/_rels/document.xml.rels': `<Relationships>${list}</Relationships>`,
        ...Object.fromEntries(Array.from({ length: 30 }, (_, nth) => [`word/part${nth}.emf`, large])),
      }),
    ],
    ['open.docx', zipOf({ ...parts, 'word/document.xml': '<w:mailMerge>'.repeat(1_000_000) })],
    ['bomb.pdf', packedPdf({ pages: 3, blanks: 1_200_000_000 })],
    ['none.pdf', Buffer.from('%PDF-1.7 nothing')],
  ]
  const before = process.memoryUsage().rss
  for (const [name, bytes] of hostile) {
    const { id } = await env.send(student, bytes, { name })
    const { get } = await open(id, `file-1.${name.split('.')[1]}`)
    const answer = await get('file')
    expect([name, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([name, 409, 'upload.notStripped'])
    expect((await open(id, name)).view).toMatchObject({ properties: 'kept', urls: { file: null } })
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 ** 2)
})

test('A copy is made once, and ends with its file', async () => {
  const { id } = await env.send(student, namedJpeg(), { name: 'a.jpg' })
  const all = await Promise.all(['1', '2', '3'].map(async (nth) => await bytesOf(await (await open(id, `file-${nth}.jpg`)).get('file'))))
  expect(new Set(all.map(sha)).size).toBe(1)
  expect(await env.keys(`stripped/${id}/`)).toHaveLength(1)
  // a copy that the store has lost is made again
  await env.blobs.remove(await env.keys(`stripped/${id}/`))
  expect(sha(await bytesOf(await (await open(id, 'file-1.jpg')).get('file')))).toBe(sha(all[0]!))
  await env.call(student, 'DELETE', `/api/uploads/${id}?purge=true`)
  // as once its grants have ended
  await env.school.db.query('update kit.jobs set run_at = now() where key = $1', [`clean:${id}`])
  await expect.poll(() => env.keys(`stripped/${id}/`)).toEqual([])
})
