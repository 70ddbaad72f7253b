// Works of a course with the same text: found after they are handed in, shown side by side.
import { plainDatabase } from '@lyceum/kit/database/database'
import pg from 'pg'
import { newId } from '@lyceum/kit/ids'
import { testProducer } from '@lyceum/kit/test/test-producer'
import { scaled } from '@lyceum/kit/test/wait'
import { TextReadySchema } from '@lyceum/proto/upload'
import { offerText } from '@lyceum/upload/mirror/file-texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestCourse, testCourse } from '../../test/course.ts'
import { handIn } from '../../test/works.ts'
import { takeFileText, wantTexts } from './file-texts.ts'
import { compareWork } from './similarity.ts'

type Actor = TestCourse['teacher']
let env: TestCourse
let pool: pg.Pool
beforeAll(async () => {
  env = await testCourse()
  pool = new pg.Pool({ connectionString: env.activities.databaseUrl })
})
afterAll(async () => {
  await pool?.end()
  await env?.stop()
})

const words = (seed: string, number: number) => Array.from({ length: number }, (_, at) => `${seed}${at}`).join(' ')
const add = async (draft: object = {}) => {
  const body = { type: 'homework', title: 'Salinity', published: true, points: '20', ...draft }
  return (await env.ok(env.teacher, 'POST', `/api/courses/${env.course}/activities`, body)).id as string
}
async function submit(
  activity: string,
  by: Actor,
  text: string,
  files: { upload_id: string; name: string; size: number; type?: string }[] = [],
) {
  const id = await handIn(env, activity, by, { text, files })
  const { n } = (await env.db.query('select n from submissions where id = $1', [id])).rows[0]
  await compareWork(plainDatabase(pool), id, n, new Date())
  return id
}
const similar = (id: string) => env.ok(env.teacher, 'GET', `/api/submissions/${id}/similar`)
const percentOf = async (id: string) =>
  (await env.db.query('select percent from similarities where submission_id = $1', [id])).rows[0]?.percent

test('both works learn of it, with the two places side by side', async () => {
  const activity = await add()
  const copied = words('tide', 60)
  const first = await submit(activity, env.student, `<p>${words('mine', 40)}</p><p>${copied}</p>`)
  expect([await percentOf(first), (await similar(first)).items]).toEqual([0, []])
  const second = await submit(activity, env.stranger, `<p>${copied}.</p>`)
  const { items, ready, compared } = await similar(second)
  expect([ready, compared > 300]).toEqual([true, true])
  expect(items).toMatchObject([
    { submission_id: first, percent: 100, author: { kind: 'person', id: env.student.person, name: 'Maya Tan' } },
  ])
  const [{ here, there }] = items[0].places
  expect([here.text, there.text, here.file, here.from]).toEqual([copied, copied, null, 0])
  expect([await percentOf(first), await percentOf(second)]).toEqual([60, 100])
  expect((await env.call(env.student, 'GET', `/api/submissions/${second}/similar`)).status).toBe(403)
})

test('one’s own earlier work, the text of the task, short texts and other courses are no hint', async () => {
  const [text, task] = [words('kelp', 60), words('task', 60)]
  const [one, two] = [await add(), await add({ body: `<p>${task}</p>` })]
  await submit(one, env.student, text)
  const own = await submit(two, env.student, text)
  expect((await similar(own)).items).toEqual([])
  const quoting = [await submit(two, env.stranger, `${task} ${words('a', 30)}`), await submit(two, env.other, `${task} ${words('b', 30)}`)]
  for (const id of quoting) expect((await similar(id)).items).toEqual([])
  const short = await submit(one, env.other, 'Salt water is heavy.')
  expect(await similar(short)).toEqual({ items: [], ready: true, compared: 0, left_out: [] })
  const { rows } = await env.db.query('select bands from similarities where submission_id = $1', [own])
  const { bands } = rows[0]
  await env.db.query(
    `update similarities set course_id = gen_random_uuid() where submission_id in (select id from submissions where activity_id = $1)`,
    [one],
  )
  expect([bands.length, (await similar(own)).items]).toEqual([32, []])
})

test('a later version is compared anew; of an anonymous activity pseudonyms are named alone', async () => {
  const activity = await add({ anonymous: true, release: 'by_hand' })
  // names of files are no text, and would name the author
  const attachment = '<a data-upload="0197f0a0-0000-7000-8000-000000000001">Maya_Tan.pdf</a>'
  const text = `${words('eel', 40)} ${attachment} ${words('ray', 40)}`
  const first = await submit(activity, env.student, text)
  const second = await submit(activity, env.stranger, text)
  const { items } = await similar(second)
  expect(items).toMatchObject([{ submission_id: first, author: { kind: 'pseudonym', id: null, name: null, number: 11 } }])
  for (const secret of [env.student.person, 'Maya_Tan']) expect(JSON.stringify(items)).not.toContain(secret)
  await handIn(env, activity, env.stranger, { text: words('new', 80) })
  expect((await similar(second)).ready).toBe(false)
  await submit(activity, env.stranger, words('newer', 80))
  expect(await similar(second)).toMatchObject({ items: [], ready: true })
})

describe('the text of files', () => {
  const file = (name: string, type = 'document') => ({ upload_id: newId(), name, size: 9, type })
  type File = ReturnType<typeof file>
  const wanted = async (id: string, files: File[]) => expect(await wantTexts(plainDatabase(pool), id, files)).toHaveLength(files.length)
  /** As upload reads it and tells it. */
  async function read(id: string, { upload_id: upload }: File, text: string | { unknown: string }, cut = false) {
    if (typeof text === 'string') await offerText(env.activities.world.kv, upload, { text, cut })
    await takeFileText(plainDatabase(pool), env.activities.world.kv, {
      submission: id,
      upload,
      unknown: typeof text === 'string' ? '' : text.unknown,
    })
  }
  async function submitted(activity: string, by: Actor, files: File[], texts: (string | { unknown: string })[]) {
    const id = await handIn(env, activity, by, { text: '', files })
    await wanted(id, files)
    for (const [nth, text] of texts.entries()) await read(id, files[nth]!, text)
    const { n } = (await env.db.query('select n from submissions where id = $1', [id])).rows[0]
    await compareWork(plainDatabase(pool), id, n, new Date())
    return id
  }

  test('is compared like the text, with the place in which file it stands; no stretch goes over the end of one', async () => {
    const [activity, copied, more] = [await add(), words('whale', 60), words('squid', 40)]
    const first = await submitted(activity, env.student, [file('Maya Tan.pdf'), file('notes.txt')], [`${words('own', 30)} ${copied}`, more])
    const second = await submit(activity, env.stranger, `<p>${copied} ${more}</p>`)
    const { items } = await similar(second)
    expect(items).toMatchObject([{ submission_id: first, percent: 100 }])
    expect(items[0].places).toMatchObject([
      { here: { file: null, text: copied }, there: { file: 'Maya Tan.pdf', text: copied } },
      { here: { file: null, text: more }, there: { file: 'notes.txt', from: 0, text: more } },
    ])
  })

  test('is waited for; a file without one is named with the reason', async () => {
    const activity = await add()
    const files = [file('a.pdf'), file('b.docx'), file('c.odt'), file('photo.jpg', 'image')]
    const id = await submitted(activity, env.student, files.slice(0, 3), [words('a', 60), { unknown: 'encrypted' }])
    expect(await similar(id)).toMatchObject({ ready: false })
    await read(id, files[2]!, words('c', 60), true)
    await expect
      .poll(() => similar(id), { timeout: scaled(10_000) })
      .toMatchObject({
        ready: true,
        left_out: [
          { file: 'b.docx', why: 'encrypted' },
          { file: 'c.odt', why: 'cut' },
        ],
      })
    // of a time at which no texts of files were asked for
    const older = await submit(activity, env.stranger, words('older', 60), [file('d.pdf'), files[3]!])
    expect(await similar(older)).toMatchObject({
      left_out: [
        { file: 'd.pdf', why: 'older' },
        { file: 'photo.jpg', why: 'kind' },
      ],
    })
  })

  test('comes by the facts of upload', async () => {
    const activity = await add()
    const files = [file('a.pdf')]
    const id = await submitted(activity, env.student, files, [])
    const uploads = await testProducer(env.activities.world, 'upload')
    try {
      await offerText(env.activities.world.kv, files[0]!.upload_id, { text: words('fact', 60), cut: false })
      const [key, org] = [`upload:${files[0]!.upload_id}`, env.org]
      const text = { uploadId: files[0]!.upload_id, orgId: org, holders: [`submission:${id}`, `draft:${newId()}`], unknown: '' }
      await uploads.emit(TextReadySchema, { key, org }, text)
      const expected = { ready: true, compared: words('fact', 60).length }
      await expect.poll(() => similar(id), { timeout: scaled(20_000) }).toMatchObject(expected)
    } finally {
      await uploads.stop()
    }
  })

  test('names no file of anonymous work', async () => {
    const [activity, text] = [await add({ anonymous: true, release: 'by_hand' }), words('crab', 60)]
    await submitted(activity, env.student, [file('Maya Tan.pdf')], [text])
    const second = await submitted(activity, env.stranger, [file('Leo.docx'), file('Leo 2.pdf')], [text, { unknown: 'noText' }])
    const answer = await similar(second)
    expect(answer.items[0].places).toMatchObject([{ here: { file: 'file-1.docx' }, there: { file: 'file-1.pdf' } }])
    expect(answer.left_out).toEqual([{ file: 'file-2.pdf', why: 'noText' }])
    expect(JSON.stringify(answer)).not.toMatch(/Maya|Leo/)
  })

  test('that is lost on its way is asked for again, and given up at last', async () => {
    const activity = await add()
    const one = file('a.pdf')
    const id = await submitted(activity, env.student, [one], [])
    const requested = async () =>
      (
        await env.db.query(
          `select value::jsonb->'text_ids' as ids from kit.outbox where type = 'lyceum.activity.v1.FilesHeld' and value like $1`,
          [`%submission:${id}%`],
        )
      ).rows.map(({ ids }) => ids)
    const lost = () => takeFileText(plainDatabase(pool), env.activities.world.kv, { submission: id, upload: one.upload_id, unknown: '' })
    for (let times = 1; times < 5; times++) await lost()
    expect(await requested()).toEqual(Array(4).fill([one.upload_id]))
    await lost()
    await expect
      .poll(() => similar(id), { timeout: scaled(10_000) })
      .toMatchObject({ ready: true, left_out: [{ file: 'a.pdf', why: 'broken' }] })
  })
})
