// Messages to members through their calls: whom they reach, by mail too, what the sender keeps, limits, erasure.
import { newId } from '@lyceum/kit/ids'
import { PersonErasedSchema } from '@lyceum/proto/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, org, teacher, until } from '../test/notification-facts.ts'
import { addressOf, type TestMails, testMails } from '../test/mails.ts'

let env: TestMails
beforeAll(async () => {
  env = await testMails({ MAIL_GATHER_SECONDS: '3600', MESSAGES_PER_DAY: '12' })
})
afterAll(() => env?.stop())

const text = 'The boat leaves at nine.\n\nBring boots & a <hat>.'
const send = (course: string, body: object, actor = as(teacher), headers = {}) =>
  env.service.call(actor, 'POST', `/api/courses/${course}/messages`, { text, ...body }, headers)
const sent = async (course: string) => (await env.service.call(as(teacher), 'GET', `/api/courses/${course}/messages`)).body
/** Messages of other tests do not count for the limit. */
const makeOlder = () => env.database.query(`update messages set created_at = created_at - interval '2 days'`)

test('each gets it alone, on the page and by mail; a person who is no member is left out, and one who is not named gets nothing', async () => {
  const [ann, bo, cho, stranger] = [
    await env.person({ name: 'Ann' }),
    await env.person({ name: 'Boonsri' }),
    await env.person({ name: 'Cho' }),
    await env.person(),
  ]
  const course = await env.courseWith([ann, bo, cho], true)
  const { status, body } = await send(course, { person_ids: [ann, bo, stranger, teacher] })
  expect([status, body.recipients, body.left_out, body.people.map(({ name }: { name: string }) => name)]).toEqual([
    201,
    2,
    2,
    ['Ann', 'Boonsri'],
  ])
  for (const person of [ann, bo])
    await until(async () =>
      expect((await env.list(person)).items).toMatchObject([
        { type: 'course_message', count: 1, payload: { params: { content: text }, course: { id: course } } },
      ]),
    )
  expect([(await env.list(cho)).total, (await env.list(stranger)).total]).toEqual([0, 0])
  await env.goOn(ann)
  const mail = await until(async () => {
    expect(env.sink.to(addressOf(ann))).toHaveLength(1)
    return env.sink.to(addressOf(ann))[0]!
  })
  expect(mail.text).toMatch(/nine\.\r?\n\r?\nBring boots & a <hat>\./)
  expect(mail.text).toContain('><br></div>')
  // a longer name than letters that a token may have by chance
  expect(JSON.stringify(mail)).not.toContain('Boonsri')
  const { rows: facts } = await env.database.query(`select value from kit.outbox where type like '%MessageSent'`)
  expect(facts.map(({ value }) => value).join()).not.toContain('boots')
  await makeOlder()
})

test('the sender has what they sent, newest first; others of the course do not; a repeated request sends nothing again', async () => {
  const ann = await env.person({ name: 'Ann' })
  const course = await env.courseWith([ann], true)
  const headers = { 'idempotency-key': newId() }
  const first = await send(course, { person_ids: [ann] }, as(teacher), headers)
  const again = await send(course, { person_ids: [ann] }, as(teacher), headers)
  expect(again.body).toEqual(first.body)
  await send(course, { text: ' Or at ten. ', person_ids: [ann] })
  expect(await sent(course)).toMatchObject({
    total: 2,
    items: [{ text: 'Or at ten.' }, { text, recipients: 1, people: [{ id: ann, name: 'Ann' }] }],
  })
  for (const method of ['GET', 'POST'] as const) {
    const body = method === 'POST' ? { text, person_ids: [ann] } : undefined
    expect((await env.service.call(as(ann), method, `/api/courses/${course}/messages`, body)).status).toBe(403)
  }
  await makeOlder()
})

test('400 at the field for nobody whom it reaches and for blanks; 409 beyond the people of a day', async () => {
  const [ann, bo] = [await env.person(), await env.person()]
  const [open, hidden] = [await env.courseWith([ann, bo], true), await env.courseWith([ann], false)]
  expect((await send(hidden, { person_ids: [ann] })).body.details).toMatchObject({ person_ids: [{ code: 'message.nobody' }] })
  expect((await send(open, { person_ids: [newId()] })).body.details).toMatchObject({ person_ids: [{ code: 'message.nobody' }] })
  expect((await send(open, { text: ' \n ', person_ids: [ann] })).body.details).toMatchObject({ text: [{ code: 'field.required' }] })
  expect((await send(open, { person_ids: [] })).status).toBe(400)
  for (let nth = 0; nth < 6; nth++) expect((await send(open, { person_ids: [ann, bo] })).status).toBe(201)
  expect((await send(open, { person_ids: [ann] })).body).toMatchObject({ code: 'message.limit', params: { most: 12 } })
  await makeOlder()
})

test('of an erased recipient nothing is kept, and nothing that an erased sender wrote, also where others have it', async () => {
  const [ann, bo] = [await env.person(), await env.person()]
  const course = await env.courseWith([ann, bo], true)
  const { body } = await send(course, { person_ids: [ann, bo] })
  const kept = async (table: string, column: string) =>
    (await env.database.query(`select 1 from ${table} where ${column} = $1`, [body.id])).rowCount
  const paramsOfBo = async () => (await env.list(bo)).items.map(({ payload }: { payload: { params: object } }) => payload.params)
  await until(async () => expect(await paramsOfBo()).toEqual([{ content: text }]))
  await env.identity.emit(PersonErasedSchema, { key: `person:${ann}`, org }, null)
  await until(async () => expect(await kept('message_recipients', 'message_id')).toBe(1))
  await env.identity.emit(PersonErasedSchema, { key: `person:${teacher}`, org }, null)
  await until(async () => expect([await kept('messages', 'id'), await kept('message_recipients', 'message_id')]).toEqual([0, 0]))
  expect(await paramsOfBo()).toEqual([{}])
})
