// Pictures that browsers do not draw, shown as the JPEG made of them; and pictures whose name has the ending of another kind.
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { scaled } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantKeys, signGrant } from '../../mirror/grant.ts'
import { encodeFile } from '../test/films.ts'
import { author, isNamed, namedJpeg } from '../test/named-files.ts'
import { openUploads, type TestUploads } from '../test/uploads.ts'
import { pictureSize } from '../rows/picture-size.ts'

const corpus = (name: string) => readFileSync(resolve('tests/corpus', name))
const photo = corpus('IMG_0001.HEIC')
/** The same picture with words behind it, which the stand-in reads. */
const marked = (words: string) => Buffer.concat([photo, Buffer.from(words)])
const libheif = ['/usr/bin/heif-convert', '/usr/bin/heif-dec'].find(existsSync)

const seen = (env: TestUploads, actor: Actor) => async (id: string) => {
  const view = async () => (await env.call(actor, 'GET', `/api/uploads/${id}/view`)).body
  await expect.poll(async () => (await view()).preview?.status ?? 'none', { timeout: scaled(20_000) }).toMatch(/ready|failed|none/)
  return await view()
}
const get = async (env: TestUploads, url: string) => {
  const answer = await env.bytes(url)
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    named: answer.headers.get('content-disposition') ?? '',
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}
const sizeOf = (jpeg: Buffer) => pictureSize('jpeg', (start, length) => Promise.resolve(jpeg.subarray(start, start + length)))

describe('with a converter', () => {
  let env: TestUploads, teacher: Actor, look: ReturnType<typeof seen>
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-heif-'))
    await writeFile(join(folder, 'made.jpg'), namedJpeg())
    // libheif's command line: options, the picture, the JPEG; one with several pictures numbers them
    const program = join(folder, 'heif-convert')
    await writeFile(
      program,
      `#!/bin/sh
case "$(tail -c 40 "$3" | tr -d '\\0')" in
  *hang*) sleep 300;;
  *refused*) echo "Could not read HEIF file" >&2; exit 1;;
  *several*) cp "${folder}/made.jpg" "\${4%.jpg}-1.jpg"; cp "${folder}/made.jpg" "\${4%.jpg}-2.jpg";;
  *words*) echo words > "$4";;
  *) cp "${folder}/made.jpg" "$4";;
esac
`,
    )
    await chmod(program, 0o755)
    env = await openUploads({ env: { LYCEUM_HEIF: program, CONVERT_SECONDS: String(Math.ceil(scaled(3000) / 1000)) } })
    teacher = env.school.teacher
    look = seen(env, teacher)
  })
  afterAll(() => env?.stop())

  test('a picture is shown as a JPEG without its properties, and downloaded as it came', async () => {
    const upload = await env.send(teacher, photo, { name: 'IMG_0001.HEIC' })
    expect(upload).toMatchObject({ status: 'ready', type: 'image' })
    const view = await look(upload.id)
    expect(view).toMatchObject({ kind: 'image', preview: { status: 'ready', reason: null }, pages: null, urls: { preview: null } })
    const shown = await get(env, view.urls.file)
    expect([shown.status, shown.type, isNamed(namedJpeg()), isNamed(shown.bytes)]).toEqual([200, 'image/jpeg', true, false])
    expect(shown.named).toMatch(/IMG_0001\.jpg$/)
    const original = await get(env, `${view.urls.file}?download=true`)
    expect([original.type, original.bytes.equals(photo)]).toEqual(['image/heic', true])
    expect(original.named).toMatch(/IMG_0001\.HEIC$/)
  })

  test('a marker of nameless work sees the JPEG, and downloads no other', async () => {
    const { id } = await env.send(env.school.student, photo, { name: `${author}.heic` })
    await seen(env, env.school.student)(id)
    const alias = randomUUID()
    const grant = signGrant(grantKeys(String(env.world.env.GRANT_KEYS)), {
      ...{
        upload: id,
        person: teacher.person,
        session: teacher.session,
        activity: newId(),
        file: true,
        name: 'file-1.heic',
        alias,
        stripped: true,
      },
      expires: Math.floor(Date.now() / 1000) + 600,
    })
    const view = (await env.call(teacher, 'GET', `/api/uploads/${alias}/view?grant=${grant}`)).body
    expect(view).toMatchObject({ properties: 'stripped', kind: 'image', preview: { status: 'ready' }, download: true })
    for (const query of ['', '?download=true']) {
      const { type, bytes, named } = await get(env, `${view.urls.file}${query}`)
      expect([type, isNamed(bytes)]).toEqual(['image/jpeg', false])
      expect(named).toMatch(/file-1\.jpg$/)
    }
  })

  test('within the family of pictures the bytes count, not the name', async () => {
    const jpeg = await env.send(teacher, namedJpeg(), { name: 'IMG_0002.HEIC' })
    const shown = await look(jpeg.id)
    expect(shown).toMatchObject({ kind: 'image', preview: null, status: 'ready' })
    expect(await get(env, shown.urls.file)).toMatchObject({ type: 'image/jpeg', bytes: namedJpeg() })
    const heic = await look((await env.send(teacher, photo, { name: 'photo.jpg' })).id)
    expect(heic).toMatchObject({ kind: 'image', preview: { status: 'ready' } })
    expect((await get(env, heic.urls.file)).type).toBe('image/jpeg')
    expect((await get(env, `${heic.urls.file}?download=true`)).type).toBe('image/heic')
    const avif = Buffer.concat([Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'latin1'), Buffer.alloc(40)])
    const drawn = await look((await env.send(teacher, avif, { name: 'tree.heif' })).id)
    expect(drawn).toMatchObject({ kind: 'image', preview: null })
    expect(await get(env, drawn.urls.file)).toMatchObject({ type: 'image/avif', bytes: avif })
  })

  test.each([
    ['refused', 'preview.broken'],
    ['words', 'preview.broken'],
    ['hang', 'preview.outOfTime'],
  ])('a picture that cannot be converted is offered as a file: %s', async (words, reason) => {
    const { id } = await env.send(teacher, marked(words), { name: 'a.heic' })
    const view = await look(id)
    expect(view).toMatchObject({
      kind: 'image',
      preview: { status: 'failed', reason },
      allow_download: true,
      urls: { file: expect.any(String) },
    })
    expect((await get(env, `${view.urls.file}?download=true`)).bytes).toEqual(marked(words))
    expect(await env.get(teacher, id)).toMatchObject({ preview_failed: true })
  })

  test('pictures that came before their converter are shown once there is one', async () => {
    const ids = [photo, photo].map(async (file) => (await env.send(teacher, file, { name: 'old.HEIC' })).id)
    const [older, refused] = await Promise.all(ids)
    for (const id of [older!, refused!]) await look(id)
    const { db } = env.school
    await db.query('update uploads set preview_status = null, preview_key = null, format = null where id = $1', [older])
    await db.query("update uploads set preview_status = 'failed', preview_reason = 'preview.noProgram', preview_key = null where id = $1", [
      refused,
    ])
    await db.query("update kit.jobs set run_at = now() where key = 'every:sweepMissingPreviews'")
    for (const id of [older!, refused!])
      await expect
        .poll(async () => (await env.call(teacher, 'GET', `/api/uploads/${id}/view`)).body.preview, { timeout: scaled(20_000) })
        .toEqual({ status: 'ready', reason: null })
  })

  test('of several pictures the first is shown', async () => {
    const { id } = await env.send(teacher, marked('several'), { name: 'burst.heic' })
    expect(await look(id)).toMatchObject({ preview: { status: 'ready' } })
  })
})

test('without a converter the page says so and offers the file', async () => {
  const env = await openUploads({ env: { LYCEUM_HEIF: 'none' } })
  try {
    const { teacher } = env.school
    const { id } = await env.send(teacher, photo, { name: 'IMG_0001.jpg' })
    const view = await seen(env, teacher)(id)
    expect(view).toMatchObject({ preview: { status: 'failed', reason: 'preview.noProgram' }, download: true, allow_download: true })
    expect((await get(env, `${view.urls.file}?download=true`)).bytes).toEqual(photo)
  } finally {
    await env.stop()
  }
})

describe.skipIf(!libheif)('with libheif', () => {
  let env: TestUploads, teacher: Actor, look: ReturnType<typeof seen>
  beforeAll(async () => {
    env = await openUploads({ env: { LYCEUM_HEIF: libheif ?? '' } })
    teacher = env.school.teacher
    look = seen(env, teacher)
  })
  afterAll(() => env?.stop())

  /** The colour of a picture's corner, as a browser turns it: the turn in its properties counts. */
  const corner = async (jpeg: Buffer, at: string) =>
    [
      ...(
        await encodeFile('corner.rgb', ['-vf', `crop=2:2:${at}`, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24'], jpeg)
      ).subarray(0, 3),
    ].map((value) => Math.round(value / 255))

  test('a photo of a phone is shown in its size', async () => {
    const view = await look((await env.send(teacher, photo, { name: 'IMG_0001.HEIC' })).id)
    expect(view.preview).toEqual({ status: 'ready', reason: null })
    expect(await sizeOf((await get(env, view.urls.file)).bytes)).toEqual({ width: 400, height: 300 })
  })

  test('a photo is turned once, by its format or else by its camera, and says nothing of its place', async () => {
    const [byFormat, byCamera] = [corpus('turned-by-format.heic'), corpus('turned-by-camera.heic')]
    for (const file of [byFormat, byCamera]) expect(file.includes('LyceumCamera')).toBe(true)
    const shown = async (file: Buffer) => {
      const { urls } = await look((await env.send(teacher, file, { name: 'a.heic' })).id)
      return (await get(env, urls.file)).bytes
    }
    const format = await shown(byFormat)
    expect(await sizeOf(format)).toEqual({ width: 48, height: 96 })
    expect(format.includes('Exif')).toBe(false)
    // red was at the top left: turned to the right it is at the top right
    expect([await corner(format, '40:4'), await corner(format, '4:4')]).toEqual([
      [1, 0, 0],
      [1, 1, 1],
    ])
    const camera = await shown(byCamera)
    // the turn alone stays among its properties: a browser turns the picture
    expect(await sizeOf(camera)).toEqual({ width: 96, height: 48 })
    expect(camera.subarray(2, 38).toString('hex')).toContain(Buffer.from('Exif\0\0MM\0*').toString('hex'))
    expect([camera.includes('LyceumCamera'), camera[30]]).toEqual([false, 0])
    expect(camera.subarray(28, 32).toString('hex')).toContain('06')
  })
})
