// Notes through the calls: places within their file, whom they are shared with, two windows at once, files that close or are replaced.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStudent, type TestCourse, testCourse } from '../../test/course.ts'

let env: TestCourse
let ada: Actor
let film: string, sheet: string
let watch: string, read: string
beforeAll(async () => {
  env = await testCourse()
  ada = await newStudent(env, 'Ada Lovelace')
  film = await env.upload(env.teacher)
  sheet = await document()
  watch = await add({ type: 'online_video', title: 'The tide', upload_ids: [film] })
  read = await add({ type: 'material', title: 'Reader', upload_ids: [sheet] })
})
afterAll(() => env?.stop())

const document = (pages: number | undefined = 12, name = 'reader.pdf') =>
  env.upload(env.teacher, { name, type: 'document', duration: undefined, videos: [], playable: false, pages })
const add = async (draft: object): Promise<string> =>
  (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, { published: true, ...draft })).id
const onFilm = (more: object = {}) => ({
  course_id: env.course,
  activity_id: watch,
  target_type: 'video',
  target_id: film,
  anchor: 12.3456,
  content: 'Why twice a day?',
  ...more,
})
const onSheet = (more: object = {}) => onFilm({ activity_id: read, target_type: 'document', target_id: sheet, anchor: 3, ...more })
const post = (who: Actor, body: object) => env.call(who, 'POST', '/api/notes', body)
const write = async (who: Actor, body: object) => await env.ok(who, 'POST', '/api/notes', body)
const listed = async (who: Actor, query: string): Promise<string[]> =>
  (await env.ok(who, 'GET', `/api/notes?${query}`)).items.map(({ content }: { content: string }) => content)
const field = ({ status, body }: { status: number; body: any }, name: string) => [status, body.details?.[name]?.[0]?.code]

test('a note is written at its place, found by its words and by its course, and read with its file', async () => {
  const note = await write(env.student, onFilm({ content: '  Spring tides 大潮 ' }))
  expect(note).toMatchObject({
    anchor: 12.346,
    content: 'Spring tides 大潮',
    audience: 'me',
    area: null,
    placed: true,
    mine: true,
    open: true,
    activity_title: 'The tide',
    file_name: 'ocean.mp4',
    version: 1,
  })
  await write(env.student, onSheet({ content: '', quote: 'the moon pulls the water', area: { boxes: [[100, 200, 400, 20]] } }))
  expect(await listed(env.student, `target_id=${film}`)).toEqual(['Spring tides 大潮'])
  expect([await listed(env.student, ''), await listed(env.student, 'order=made')]).toEqual([
    ['', 'Spring tides 大潮'],
    ['Spring tides 大潮', ''],
  ])
  const found = async (keyword: string) =>
    (await listed(env.student, `conditions=${encodeURIComponent(JSON.stringify({ keyword }))}`)).length
  expect([await found('大潮'), await found('moon'), await found('neap')]).toEqual([1, 1, 0])
  expect(await listed(env.teacher, '')).toEqual([])
  const { items, total } = await env.ok(env.student, 'GET', '/api/notes/courses')
  expect([items, total]).toEqual([[{ id: env.course, name: 'Marine Biology II', notes: 2 }], 1])
})

test('places are within their file', async () => {
  const anchors = async (body: (anchor: number) => object, ...values: number[]) =>
    await Promise.all(values.map(async (anchor) => field(await post(env.student, body(anchor)), 'anchor')))
  const outside = [400, 'note.outside']
  expect(await anchors((anchor) => onSheet({ anchor }), 0, 13, 1.5, 1_000_000_000)).toEqual([outside, outside, outside, outside])
  expect(await anchors((anchor) => onFilm({ anchor }), 101.5)).toEqual([outside])
  expect((await post(env.student, onFilm({ anchor: 101 }))).status).toBe(201)
  expect((await post(env.student, onFilm({ anchor: -1 }))).status).toBe(400)
  const areas = [{ boxes: [[900, 0, 200, 10]] }, { x: 3 }, { x: 3, y: 3, boxes: [[0, 0, 1, 1]] }]
  for (const area of areas) expect(field(await post(env.student, onSheet({ area })), 'area')).toEqual(outside)
  expect(field(await post(env.student, onFilm({ area: { x: 1, y: 1 } })), 'area')).toEqual(outside)
  expect((await post(env.student, onSheet({ area: { boxes: Array.from({ length: 51 }, () => [0, 0, 1, 1]) } }))).status).toBe(400)
  expect((await post(env.student, onSheet({ quote: 'x'.repeat(301) }))).status).toBe(400)
  expect((await post(env.student, onSheet({ content: 'x'.repeat(10_001) }))).status).toBe(400)
  expect(field(await post(env.student, onSheet({ content: ' ' })), 'content')).toEqual([400, 'field.required'])
})

test('notes stand beside films, images and documents with pages alone, of a file that the activity shows', async () => {
  const [text, sound, picture] = [
    await env.upload(env.teacher, { name: 'tide.txt', type: 'document', duration: undefined, videos: [], playable: false }),
    await env.upload(env.teacher, { name: 'surf.mp3', type: 'audio' }),
    await env.upload(env.teacher, { name: 'map.png', type: 'image', duration: undefined, videos: [] }),
  ]
  const id = await add({ type: 'material', title: 'Files', upload_ids: [text, sound, picture] })
  const on = (target_id: string, target_type: string) => onFilm({ activity_id: id, target_id, target_type, anchor: 1 })
  expect(field(await post(env.student, on(text, 'document')), 'target_id')).toEqual([400, 'note.notOffered'])
  expect(field(await post(env.student, on(sound, 'video')), 'target_id')).toEqual([400, 'note.notOffered'])
  expect(field(await post(env.student, on(picture, 'video')), 'target_type')).toEqual([400, 'note.notOffered'])
  expect((await post(env.student, { ...on(picture, 'image'), area: { x: 500, y: 20 } })).status).toBe(201)
  expect(field(await post(env.student, onFilm({ target_id: sheet })), 'target_id')).toEqual([400, 'upload.unknown'])
  expect((await post(env.student, onFilm({ course_id: newId() }))).status).toBe(404)
  expect((await post(env.student, onFilm({ activity_id: newId() }))).status).toBe(404)
  expect((await post(env.stranger, onFilm())).status).toBe(403)
})

test('a shared note is read by whom it is for, and by nobody else; one of somebody else cannot be changed', async () => {
  const file = await document(2, 'shared.pdf')
  const id = await add({ type: 'material', title: 'Shared', upload_ids: [file] })
  const on = (audience: string) => onSheet({ activity_id: id, target_id: file, anchor: 1, content: audience, audience })
  const mine = await write(env.student, on('me'))
  await write(env.student, on('teachers'))
  await write(env.student, on('course'))
  const at = `activity_id=${id}&target_id=${file}`
  expect(await listed(ada, at)).toEqual(['course'])
  expect((await listed(env.teacher, at)).sort()).toEqual(['course', 'teachers'])
  expect(await listed(env.stranger, at)).toEqual([])
  // without the activity nobody learns of notes of others
  expect(await listed(ada, `target_id=${file}`)).toEqual([])
  const [shared] = (await env.ok(ada, 'GET', `/api/notes?${at}`)).items
  expect(shared).toMatchObject({ mine: false, author: { id: env.student.person, name: expect.any(String) } })
  const tried = async (who: Actor, note: { id: string; version: number }) => [
    (await env.call(who, 'PUT', `/api/notes/${note.id}`, { content: 'x', version: note.version })).status,
    (await env.call(who, 'DELETE', `/api/notes/${note.id}?version=${note.version}`)).status,
    (await env.call(who, 'PUT', `/api/notes/${note.id}/restore`)).status,
  ]
  expect([await tried(ada, mine), await tried(env.teacher, shared)]).toEqual([
    [404, 404, 404],
    [404, 404, 404],
  ])
  await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { published: false })
  expect(await listed(ada, at)).toEqual([])
})

test('a shared note is taken back to its author by who moderates, and is kept; the audit log says so', async () => {
  const note = await write(env.student, onFilm({ content: 'Too loud', audience: 'course' }))
  const takeBack = async (who: Actor) => (await env.call(who, 'PUT', `/api/notes/${note.id}/audience`, { audience: 'me' })).status
  const at = `activity_id=${watch}&target_id=${film}`
  const offered = async (who: Actor) => {
    const { items } = await env.ok(who, 'GET', `/api/notes?${at}&page_size=100`)
    return items.find(({ id }: { id: string }) => id === note.id)?.can_take_back
  }
  expect([await offered(env.teacher), await offered(ada), await offered(env.student)]).toEqual([true, false, false])
  expect([await takeBack(ada), await takeBack(env.student), await takeBack(env.stranger)]).toEqual([404, 404, 404])
  expect([await takeBack(env.teacher), await takeBack(env.teacher)]).toEqual([204, 404])
  expect([await offered(env.teacher), await offered(env.student)]).toEqual([undefined, false])
  const { rows } = await env.db.query('select action, before, after from kit.audit where subject = $1', [`note:${note.id}`])
  expect(rows).toEqual([{ action: 'note.takenBack', before: { audience: 'course' }, after: { audience: 'me' } }])
})

test('shared notes go with their file when the activity shows it no more; to their author they stay', async () => {
  const [file, other] = [await document(2, 'removed.pdf'), await document()]
  const id = await add({ type: 'material', title: 'Removed', upload_ids: [file, other] })
  await write(env.student, onSheet({ activity_id: id, target_id: file, anchor: 1, content: 'Ours', audience: 'course' }))
  const at = `activity_id=${id}&target_id=${file}`
  expect(await listed(ada, at)).toEqual(['Ours'])
  await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { upload_ids: [other] })
  expect([await listed(ada, at), await listed(env.teacher, at), await listed(env.student, at)]).toEqual([[], [], ['Ours']])
})

test('of two windows the later one reads both texts; a deleted note comes back', async () => {
  const note = await write(env.student, onFilm())
  const put = (body: object) => env.call(env.student, 'PUT', `/api/notes/${note.id}`, body)
  expect((await put({ content: 'First', version: 1 })).body).toMatchObject({ content: 'First', version: 2 })
  const late = await put({ content: 'Second', version: 1 })
  expect([late.status, late.body.code, late.body.params]).toEqual([409, 'note.newer', { version: 2, content: 'First', audience: 'me' }])
  expect((await put({ content: '', version: 2 })).status).toBe(400)
  expect((await put({ anchor: 30, version: 2 })).body).toMatchObject({ anchor: 30, content: 'First', version: 3 })
  expect((await env.call(env.student, 'DELETE', `/api/notes/${note.id}?version=2`)).status).toBe(409)
  expect((await env.call(env.student, 'DELETE', `/api/notes/${note.id}?version=3`)).status).toBe(204)
  expect((await put({ content: 'x', version: 4 })).status).toBe(404)
  expect(await env.ok(env.student, 'PUT', `/api/notes/${note.id}/restore`)).toMatchObject({ content: 'First', anchor: 30 })
})

test('a file that closes leaves one’s own notes readable, without its name, and to be shared no more', async () => {
  const file = await document(3, 'secret.pdf')
  const id = await add({ type: 'material', title: 'Soon closed', upload_ids: [file] })
  const note = await write(env.student, onSheet({ activity_id: id, target_id: file, anchor: 2, content: 'Mine' }))
  await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { published: false })
  const [read] = (await env.ok(env.student, 'GET', `/api/notes?target_id=${file}`)).items
  expect(read).toMatchObject({ content: 'Mine', open: false, activity_title: null, file_name: null })
  const put = (body: object) => env.call(env.student, 'PUT', `/api/notes/${note.id}`, { version: 1, ...body })
  expect((await put({ audience: 'course' })).status).toBe(404)
  expect((await put({ anchor: 1 })).status).toBe(404)
  expect((await put({ content: 'Mine still' })).body).toMatchObject({ content: 'Mine still', version: 2 })
  expect((await post(env.student, onSheet({ activity_id: id, target_id: file, anchor: 2 }))).status).toBe(404)
  // as the purge of its activity leaves it
  await env.db.query('update notes set activity_id = null where id = $1', [note.id])
  expect((await put({ audience: 'course', version: 2 })).status).toBe(404)
})

test('a shared note of a member who left is changed no more, only taken back; restored it is theirs alone', async () => {
  const cy = await newStudent(env, 'Cy')
  const [note, other] = [await write(cy, onFilm({ audience: 'course' })), await write(cy, onFilm({ audience: 'course' }))]
  await env.db.query(`update mirror.members set state = 'removed' where person_id = $1`, [cy.person])
  const put = (body: object) => env.call(cy, 'PUT', `/api/notes/${note.id}`, { version: 1, ...body })
  expect((await put({ content: 'x' })).status).toBe(403)
  expect((await put({ content: 'x', audience: 'me' })).body).toMatchObject({ content: 'x', audience: 'me', version: 2 })
  await env.ok(cy, 'DELETE', `/api/notes/${other.id}?version=1`)
  expect(await env.ok(cy, 'PUT', `/api/notes/${other.id}/restore`)).toMatchObject({ audience: 'me', open: false })
})

test('a file that replaces another keeps places that it has; words are to be found again', async () => {
  const [old, next] = [await document(9, 'old.pdf'), await document(5, 'next.pdf')]
  const id = await add({ type: 'material', title: 'Replaced', upload_ids: [old] })
  const on = (anchor: number, more = {}) => onSheet({ activity_id: id, target_id: old, anchor, content: String(anchor), ...more })
  const quoted = await write(env.student, on(3, { quote: 'ebb and flow' }))
  await write(env.student, on(4))
  await write(env.student, on(8))
  await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { upload_ids: [next] })
  const { items } = await env.ok(env.student, 'GET', `/api/notes?target_id=${next}`)
  expect(items.map((one: any) => [one.content, one.placed, one.open])).toEqual([
    ['4', true, true],
    ['3', false, true],
    ['8', false, true],
  ])
  const unplaced = encodeURIComponent(JSON.stringify({ placed: false }))
  expect((await listed(env.student, `conditions=${unplaced}`)).sort()).toEqual(['3', '8'])
  // whoever was writing it goes on
  expect(await env.ok(env.student, 'PUT', `/api/notes/${quoted.id}`, { content: 'Tides', version: 1 })).toMatchObject({ placed: false })
  const place = { anchor: 5, quote: 'ebb and flow', version: 2 }
  expect((await env.ok(env.student, 'PUT', `/api/notes/${quoted.id}`, place)).placed).toBe(true)
})

test('places stay while the pages of the new file are not counted yet', async () => {
  const [old, next] = [await document(9, 'old.pdf'), await document(undefined, 'uncounted.pdf')]
  await env.db.query('update uploads set pages = null where id = $1', [next])
  const id = await add({ type: 'material', title: 'Uncounted', upload_ids: [old] })
  await write(env.student, onSheet({ activity_id: id, target_id: old, anchor: 4, content: 'Four' }))
  await env.ok(env.teacher, 'PUT', `/api/activities/${id}`, { upload_ids: [next] })
  const [moved] = (await env.ok(env.student, 'GET', `/api/notes?target_id=${next}`)).items
  expect(moved).toMatchObject({ content: 'Four', target_type: 'document', placed: true })
})

test('the 5,001st note of a person in a course is refused; others go on', async () => {
  const bea = await newStudent(env, 'Bea')
  await env.db.query(
    `insert into notes (id, org_id, course_id, activity_id, person_id, target_type, target_id, anchor, quote, content, audience, version, created_at, updated_at)
     select gen_random_uuid(), $1, $2, $3, $4, 'video', $5, 1, '', 'x', 'me', 1, now(), now() from generate_series(1, 4999)`,
    [env.org, env.course, watch, bea.person, film],
  )
  const last = await write(bea, onFilm())
  const refused = await post(bea, onFilm())
  expect([refused.status, refused.body.code]).toEqual([409, 'note.tooMany'])
  await env.ok(bea, 'DELETE', `/api/notes/${last.id}?version=1`)
  await write(bea, onFilm())
  expect((await env.call(bea, 'PUT', `/api/notes/${last.id}/restore`)).body.code).toBe('note.tooMany')
  expect((await post(ada, onFilm())).status).toBe(201)
})
