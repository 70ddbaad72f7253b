// Conversion of office files to PDF.
import { chmod, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor } from '@lyceum/kit/calls/actor'
import { grantKeys, signGrant } from '../../mirror/grant.ts'
import { newId } from '@lyceum/kit/ids'
import { scaled } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pieceSize } from '../bytes/serve.ts'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'
import { isolation } from '../processes/isolation.ts'
import { pdfOf } from '../test/pdfs.ts'

const libreOffice = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find(existsSync)
/** A converter with LibreOffice's command line: its PDF contains the length of the file; it hangs, leaves a child or fails on marks in the file,
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
  let env: TestUploads, teacher: Actor, student: Actor
  beforeAll(async () => {
    const program = join(await mkdtemp(join(tmpdir(), 'lyceum-tiny-')), 'office')
    await writeFile(program, tiny)
    await chmod(program, 0o755)
    env = await openUploads({ env: { LYCEUM_OFFICE: program, CONVERT_SECONDS: String(Math.ceil(scaled(5000) / 1000)) } })
    ;({ teacher, student } = env.school)
  })
  afterAll(() => env?.stop())
  const granted = (upload: string, file: boolean) =>
    signGrant(grantKeys(String(env.world.env.GRANT_KEYS)), {
      upload,
      person: student.person,
      session: student.session,
      activity: newId(),
      expires: Math.floor(Date.now() / 1000) + 60,
      file,
    })
  const view = async (id: string) => (await env.call(teacher, 'GET', `/api/uploads/${id}/view`)).body
  const openView = async (id: string) => {
    await expect.poll(async () => (await view(id)).preview.status).toMatch(/ready|failed/)
    return await view(id)
  }

  test('an office file is ready at once and shown as a PDF after its conversion', async () => {
    const upload = await env.send(teacher, rtf('tide'), { name: 'tide.rtf' })
    expect(upload.status).toBe('ready')
    const visible = await openView(upload.id)
    expect(visible).toMatchObject({ kind: 'office', preview: { status: 'ready', reason: null }, pages: 2, download: true })
    const answer = await env.bytes(visible.urls.preview)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await answer.text()).slice(0, 8)).toBe('%PDF-1.4')
    const info = await env.call(teacher, 'GET', `/api/uploads/reference/document/${upload.id}/pdf-info-for-stat`)
    expect(info.body).toEqual({ num_pages: 2, file_key: expect.stringMatching(/^preview\//) })
    expect((await readdir(tmpdir())).filter((name) => name.startsWith(`lyceum-convert-${upload.id}`))).toEqual([])
  })

  test('without download a student reads it in pieces and gets neither the whole nor the office file', async () => {
    const { id } = await env.send(teacher, rtf('piece'), { name: 'piece.rtf' })
    await openView(id)
    const grant = granted(id, false)
    const { body } = await env.call(student, 'GET', `/api/uploads/${id}/view?grant=${grant}`)
    expect(body).toMatchObject({ download: false, urls: { file: null, preview: `/bytes/${grant}/preview` } })
    const ask = async (path: string, range?: string) =>
      (await env.bytes(`/bytes/${grant}/${path}`, range ? { headers: { range } } : {})).status
    expect(await ask('preview')).toBe(403)
    expect(await ask('preview', 'bytes=0-')).toBe(403)
    expect(await ask('preview', `bytes=0-${pieceSize - 1}`)).toBe(206)
    expect(await ask('file', 'bytes=0-9')).toBe(403)
    expect((await env.bytes(`/bytes/${granted(id, true)}/preview`)).status).toBe(200)
  })

  test("it sees nobody else's files, whatever paths a document names", async ({ skip }) => {
    const other = await env.send(teacher, somePdf(500), { name: 'marks.pdf' })
    const path = env.blobs.path!(other.key)
    expect(existsSync(path)).toBe(true)
    if (!(await isolation()).files) skip('this machine has no user namespaces')
    const { id } = await env.send(teacher, rtf(`peek:${path}`), { name: 'peek.rtf' })
    expect((await openView(id)).preview.status).toBe('ready')
    expect(existsSync(path)).toBe(true)
  })

  test('an unreadable one fails with a reason, and can be retried', async () => {
    const { id } = await env.send(teacher, rtf('fail'), { name: 'bad.rtf' })
    expect((await openView(id)).preview).toEqual({ status: 'failed', reason: 'preview.broken' })
    expect((await env.call(teacher, 'POST', `/api/uploads/${id}/retry`)).status).toBe(200)
    expect((await openView(id)).preview.status).toBe('failed')
  })

  test('one that cannot be converted is given to students as a file, unless its teacher switched that off', async () => {
    for (const [draft, allowed] of [
      [{}, true],
      [{ allow_download: false }, false],
    ] as const) {
      const upload = await env.send(teacher, rtf('fail'), { name: 'bad.rtf', ...draft })
      expect(upload).toMatchObject({ allow_download: false, preview_failed: false })
      expect(await openView(upload.id)).toMatchObject({ download: true, allow_download: allowed })
      const { body } = await env.call(teacher, 'GET', `/api/uploads/${upload.id}`)
      expect(body).toMatchObject({ allow_download: allowed, preview_failed: true })
      const { rows } = await env.school.db.query("select value::jsonb->'upload' as upload from kit.outbox where key = $1 order by seq", [
        `upload:${upload.id}`,
      ])
      expect(rows.at(-1)?.upload.allow_download ?? false).toBe(allowed)
    }
  })

  test('one that hangs is ended with all that it started', async () => {
    const { id } = await env.send(teacher, rtf('hang'), { name: 'slow.rtf' })
    expect((await openView(id)).preview).toEqual({ status: 'failed', reason: 'preview.outOfTime' })
    const pid = Number(readFileSync(join(tmpdir(), 'lyceum-hang-pid'), 'utf8'))
    expect(pid).toBeGreaterThan(1)
    await expect.poll(() => existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))).toBe(false)
  })

  test('a deleted file takes its PDF with it', async () => {
    const { id } = await env.send(teacher, rtf('gone'), { name: 'gone.rtf' })
    await openView(id)
    expect(await env.keys(`preview/${id}/`)).toHaveLength(1)
    await env.call(teacher, 'DELETE', `/api/uploads/${id}?purge=true`)
    await expect.poll(() => env.keys(`preview/${id}/`)).toEqual([])
  })
})

test('a file that is older than its converter is converted when it is looked at, and one that a process without it has refused by the next look', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-late-'))
  const program = join(folder, 'office')
  await writeFile(program, tiny)
  await chmod(program, 0o755)
  const env = await openUploads({ env: { LYCEUM_OFFICE: program } })
  try {
    const { teacher, db } = env.school
    const view = async (id: string) => (await env.call(teacher, 'GET', `/api/uploads/${id}/view`)).body.preview
    const [{ id: older }, { id: refused }, { id: lost }] = [
      await env.send(teacher, rtf('old'), { name: 'old.rtf' }),
      await env.send(teacher, rtf('refused'), { name: 'refused.rtf' }),
      await env.send(teacher, rtf('lost'), { name: 'lost.rtf' }),
    ]
    for (const id of [older, refused, lost]) await expect.poll(() => view(id)).toMatchObject({ status: 'ready' })
    await db.query('update uploads set preview_status = null, preview_key = null where id = $1', [older])
    await db.query("update uploads set preview_status = 'failed', preview_reason = 'preview.noProgram', preview_key = null where id = $1", [
      refused,
    ])
    expect(await view(older)).toMatchObject({ status: 'queued' })
    await expect.poll(() => view(older)).toMatchObject({ status: 'ready' })
    await db.query("update uploads set preview_status = 'queued', preview_key = null where id = $1", [lost])
    await expect.poll(() => view(lost)).toMatchObject({ status: 'ready' })
    await db.query("update kit.jobs set run_at = now() where key = 'every:sweepMissingPreviews'")
    await expect.poll(() => view(refused)).toEqual({ status: 'ready', reason: null })
  } finally {
    await env.stop()
  }
})

test('a process without the program ends the wait for a file that another one has queued, and it may be downloaded', async () => {
  const env = await openUploads()
  try {
    const { teacher, db } = env.school
    const { id } = await env.send(teacher, rtf('x'), { name: 'x.rtf' })
    await db.query("update uploads set preview_status = 'queued', allow_download = false where id = $1", [id])
    await db.query(`insert into kit.jobs (id, kind, key, payload, run_at, created_at) values ($1, 'convert', $2, $3, now(), now())`, [
      newId(),
      `convert:${id}`,
      JSON.stringify({ upload: id }),
    ])
    await expect
      .poll(async () => (await env.call(teacher, 'GET', `/api/uploads/${id}/view`)).body)
      .toMatchObject({ preview: { status: 'failed', reason: 'preview.noProgram' }, allow_download: true })
  } finally {
    await env.stop()
  }
})

describe('without a converter', () => {
  let env: TestUploads
  beforeAll(async () => {
    env = await openUploads()
  })
  afterAll(() => env?.stop())
  test('the view has preview none; without download it has no address at all', async () => {
    const { teacher, student } = env.school
    const { id } = await env.send(teacher, rtf('x'), { name: 'x.rtf' })
    const { body } = await env.call(teacher, 'GET', `/api/uploads/${id}/view`)
    expect(body).toMatchObject({ kind: 'office', preview: { status: 'none', reason: null }, download: true, urls: { preview: null } })
    const session = student.session
    const statuses = {
      upload: id,
      person: student.person,
      session,
      activity: newId(),
      expires: Math.floor(Date.now() / 1000) + 60,
      file: false,
    }
    const grant = signGrant(grantKeys(String(env.world.env.GRANT_KEYS)), statuses)
    const theirs = await env.call(student, 'GET', `/api/uploads/${id}/view?grant=${grant}`)
    expect(theirs.body).toMatchObject({ download: false, urls: { file: null, hls: null, preview: null } })
    expect((await env.bytes(`/bytes/${grant}/preview`)).status).toBe(404)
  })
})

describe.skipIf(!libreOffice)('with LibreOffice', () => {
  let env: TestUploads
  beforeAll(async () => {
    env = await openUploads({ env: { LYCEUM_OFFICE: libreOffice ?? '' } })
  })
  afterAll(() => env?.stop())
  test('a document with Chinese becomes a PDF of its pages', { timeout: scaled(180_000) }, async () => {
    const { teacher } = env.school
    const text = Buffer.from('{\\rtf1\\ansi\\ansicpg936 Tide \\u28023?\\u27915? \\page second \\page third}')
    const { id } = await env.send(teacher, text, { name: 'tide.rtf' })
    const view = async () => (await env.call(teacher, 'GET', `/api/uploads/${id}/view`)).body
    await expect.poll(async () => (await view()).preview.status, { timeout: scaled(150_000), interval: 500 }).toMatch(/ready|failed/)
    expect(await view()).toMatchObject({ preview: { status: 'ready', reason: null }, pages: 3 })
  })
})
