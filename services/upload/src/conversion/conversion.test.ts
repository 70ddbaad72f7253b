import { chmod, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor } from '@lyceum/kit/actor'
import { grantKeys, signGrant } from '@lyceum/kit/grant'
import { newId } from '@lyceum/kit/ids'
import { scaled } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pieceSize } from '../bytes/serve.ts'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'
import { isolation } from '../processes/isolation.ts'
import { pdfOf } from '../test/pdfs.ts'

const libreOffice = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find(existsSync)
/** A converter with LibreOffice's command line: makes a PDF that says how long the file was; hangs, leaves a child or fails when the file says so,
 *  and fails where it finds another file that it is to look for. */
const tiny = String.raw`#!/bin/sh
while [ $# -gt 1 ]; do [ "$1" = --outdir ] && out=$2; shift; done
[ -f profile/user/registrymodifications.xcu ] || exit 9
case "$(cat "$1")" in
  *hang*) sleep 300 & echo $! > "$TMPDIR/../lyceum-hang-pid"; wait;;
  *peek:*) [ -e "$(sed 's/.*peek:\([^}]*\)}.*/\1/' "$1")" ] && exit 0;;
  *fail*) echo "source file could not be loaded" >&2; exit 0;;
esac
cat >> "$out/document.pdf" <<'end'
${pdfOf(2)}
end
head -c 1200000 /dev/zero >> "$out/document.pdf"
`
const rtf = (words: string) => Buffer.from(`{\\rtf1\\ansi ${words}}`)

describe('with a converter', () => {
  let on: TestUploads, teacher: Actor, student: Actor
  beforeAll(async () => {
    const program = join(await mkdtemp(join(tmpdir(), 'lyceum-tiny-')), 'office')
    await writeFile(program, tiny)
    await chmod(program, 0o755)
    on = await openUploads({ env: { LYCEUM_OFFICE: program, CONVERT_SECONDS: String(Math.ceil(scaled(5000) / 1000)) } })
    ;({ teacher, student } = on.school)
  })
  afterAll(() => on?.stop())
  const granted = (upload: string, file: boolean) =>
    signGrant(grantKeys(String(on.world.env.GRANT_KEYS)), {
      upload,
      person: student.person,
      session: student.session,
      activity: newId(),
      expires: Math.floor(Date.now() / 1000) + 60,
      file,
    })
  const view = async (id: string) => (await on.call(teacher, 'GET', `/api/uploads/${id}/view`)).body
  const shown = async (id: string) => {
    await expect.poll(async () => (await view(id)).preview.status).toMatch(/ready|failed/)
    return await view(id)
  }

  test('an office file is ready at once and shown as a PDF when it was made', async () => {
    const upload = await on.send(teacher, rtf('tide'), { name: 'tide.rtf' })
    expect(upload.status).toBe('ready')
    const seen = await shown(upload.id)
    expect(seen).toMatchObject({ kind: 'office', preview: { status: 'ready', reason: null }, pages: 2, download: true })
    const answer = await on.bytes(seen.urls.preview)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await answer.text()).slice(0, 8)).toBe('%PDF-1.4')
    const info = await on.call(teacher, 'GET', `/api/uploads/reference/document/${upload.id}/pdf-info-for-stat`)
    expect(info.body).toEqual({ num_pages: 2, file_key: expect.stringMatching(/^preview\//) })
    expect((await readdir(tmpdir())).filter((name) => name.startsWith(`lyceum-convert-${upload.id}`))).toEqual([])
  })

  test('without download a student reads it in pieces and gets neither the whole nor the office file', async () => {
    const { id } = await on.send(teacher, rtf('piece'), { name: 'piece.rtf' })
    await shown(id)
    const grant = granted(id, false)
    const { body } = await on.call(student, 'GET', `/api/uploads/${id}/view?grant=${grant}`)
    expect(body).toMatchObject({ download: false, urls: { file: null, preview: `/bytes/${grant}/preview` } })
    const ask = async (path: string, range?: string) =>
      (await on.bytes(`/bytes/${grant}/${path}`, range ? { headers: { range } } : {})).status
    expect(await ask('preview')).toBe(403)
    expect(await ask('preview', 'bytes=0-')).toBe(403)
    expect(await ask('preview', `bytes=0-${pieceSize - 1}`)).toBe(206)
    expect(await ask('file', 'bytes=0-9')).toBe(403)
    expect((await on.bytes(`/bytes/${granted(id, true)}/preview`)).status).toBe(200)
  })

  test("it sees nobody else's files, wherever a document says that they lie", async ({ skip }) => {
    const other = await on.send(teacher, somePdf(500), { name: 'marks.pdf' })
    const path = on.blobs.path!(other.key)
    expect(existsSync(path)).toBe(true)
    if (!(await isolation()).files) skip('this machine has no user namespaces')
    const { id } = await on.send(teacher, rtf(`peek:${path}`), { name: 'peek.rtf' })
    expect((await shown(id)).preview.status).toBe('ready')
    expect(existsSync(path)).toBe(true)
  })

  test('one that cannot be read says so, and may be tried again', async () => {
    const { id } = await on.send(teacher, rtf('fail'), { name: 'bad.rtf' })
    expect((await shown(id)).preview).toEqual({ status: 'failed', reason: 'preview.broken' })
    expect((await on.call(teacher, 'POST', `/api/uploads/${id}/retry`)).status).toBe(200)
    expect((await shown(id)).preview.status).toBe('failed')
  })

  test('one that hangs is ended with all that it started', async () => {
    const { id } = await on.send(teacher, rtf('hang'), { name: 'slow.rtf' })
    expect((await shown(id)).preview).toEqual({ status: 'failed', reason: 'preview.outOfTime' })
    const pid = Number(readFileSync(join(tmpdir(), 'lyceum-hang-pid'), 'utf8'))
    expect(pid).toBeGreaterThan(1)
    await expect.poll(() => existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))).toBe(false)
  })

  test('a deleted file takes its PDF with it', async () => {
    const { id } = await on.send(teacher, rtf('gone'), { name: 'gone.rtf' })
    await shown(id)
    expect(await on.keys(`preview/${id}/`)).toHaveLength(1)
    await on.call(teacher, 'DELETE', `/api/uploads/${id}?purge=true`)
    await expect.poll(() => on.keys(`preview/${id}/`)).toEqual([])
  })
})

describe('without a converter', () => {
  let on: TestUploads
  beforeAll(async () => {
    on = await openUploads()
  })
  afterAll(() => on?.stop())
  test('the view says that there is none; who may not download gets no address at all', async () => {
    const { teacher, student } = on.school
    const { id } = await on.send(teacher, rtf('x'), { name: 'x.rtf' })
    const { body } = await on.call(teacher, 'GET', `/api/uploads/${id}/view`)
    expect(body).toMatchObject({ kind: 'office', preview: { status: 'none', reason: null }, download: true, urls: { preview: null } })
    const session = student.session
    const said = {
      upload: id,
      person: student.person,
      session,
      activity: newId(),
      expires: Math.floor(Date.now() / 1000) + 60,
      file: false,
    }
    const grant = signGrant(grantKeys(String(on.world.env.GRANT_KEYS)), said)
    const theirs = await on.call(student, 'GET', `/api/uploads/${id}/view?grant=${grant}`)
    expect(theirs.body).toMatchObject({ download: false, urls: { file: null, hls: null, preview: null } })
    expect((await on.bytes(`/bytes/${grant}/preview`)).status).toBe(404)
  })
})

describe.skipIf(!libreOffice)('with LibreOffice', () => {
  let on: TestUploads
  beforeAll(async () => {
    on = await openUploads({ env: { LYCEUM_OFFICE: libreOffice ?? '' } })
  })
  afterAll(() => on?.stop())
  test('a document with Chinese becomes a PDF of its pages', { timeout: scaled(180_000) }, async () => {
    const { teacher } = on.school
    const text = Buffer.from('{\\rtf1\\ansi\\ansicpg936 Tide \\u28023?\\u27915? \\page second \\page third}')
    const { id } = await on.send(teacher, text, { name: 'tide.rtf' })
    const view = async () => (await on.call(teacher, 'GET', `/api/uploads/${id}/view`)).body
    await expect.poll(async () => (await view()).preview.status, { timeout: scaled(150_000), interval: 500 }).toMatch(/ready|failed/)
    expect(await view()).toMatchObject({ preview: { status: 'ready', reason: null }, pages: 3 })
  })
})
