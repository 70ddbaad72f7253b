// The texts of files that are held by who asks for them: read under limits, offered for a while, told without a word of them.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { type TestProducer, testProducer } from '@lyceum/kit/test/test-producer'
import { scaled } from '@lyceum/kit/test/wait'
import { FilesHeldSchema } from '@lyceum/proto/activity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longestText, takeText } from '../../mirror/file-texts.ts'
import { docxOf, textPdf, zipOf } from '../test/office.ts'
import { pdfOf } from '../test/pdfs.ts'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'

let env: TestUploads
let student: Actor
let activity: TestProducer
beforeAll(async () => {
  env = await openUploads()
  ;({ student } = env.school)
  activity = await testProducer(env.world, 'activity')
})
afterAll(async () => {
  await activity?.stop()
  await env?.stop()
})

const encrypted = `/Encrypt<</Filter/Standard/V 1/R 2/P -60/O<${'11'.repeat(32)}>/U<${'22'.repeat(32)}>>>/ID[<01><01>]`
const chinese = '海水的盐度随深度增加而升高'
const long = 'salt-water-is-heavy-'.repeat(6000)

let version = 1n
async function hold(uploadIds: string[], textIds: string[]): Promise<string> {
  const [holder, course] = [`submission:${newId()}`, newId()]
  const { org } = env.school
  const held = { holder, orgId: org, courseId: course, uploadIds, hold: true, byRight: false, version: version++, textIds }
  await activity.emit(FilesHeldSchema, { key: `course:${course}`, org }, held)
  return holder
}
const emittedText = async (id: string): Promise<{ holders: string[]; unknown: string }[]> =>
  (
    await env.school.db.query(
      `select value::jsonb->'holders' as holders, value::jsonb->>'unknown' as unknown from kit.outbox
       where key = $1 and type = 'lyceum.upload.v1.TextReady' order by seq`,
      [`upload:${id}`],
    )
  ).rows

const files: [name: string, bytes: Buffer, expected: { text: string; cut: boolean } | { unknown: string }][] = [
  [
    'paper.pdf',
    textPdf('Salt water is hea-', 'vier than fresh', '(cold) water.'),
    { text: 'Salt water is heavier than fresh\n(cold) water.', cut: false },
  ],
  ['paper.docx', docxOf('Salt & water', chinese), { text: `Salt & water\n${chinese}`, cut: false }],
  ['paper.txt', Buffer.from(`\ufeff${chinese}\r\ntwo  words`), { text: `${chinese}\ntwo words`, cut: false }],
  ['tides.csv', Buffer.from('hour,height\n1,2.5\n'), { text: 'hour,height\n1,2.5', cut: false }],
  ['tides.py', Buffer.from('print("tide")\n'), { text: 'print("tide")', cut: false }],
  ['long.md', Buffer.from(long), { text: long.slice(0, longestText), cut: true }],
  ['locked.pdf', pdfOf(3, { trailer: encrypted }), { unknown: 'encrypted' }],
  ['broken.odt', somePdf(4000), { unknown: 'broken' }],
  ['scan.pdf', pdfOf(2), { unknown: 'noText' }],
  ['tides.xlsx', zipOf({ 'xl/workbook.xml': '<workbook/>' }), { unknown: 'kind' }],
]

test('of every kind are offered, or it is said why not', { timeout: scaled(120_000) }, async () => {
  const sent = await Promise.all(files.map(async ([name, bytes]) => (await env.send(student, bytes, { name })).id))
  const holder = await hold(sent, sent)
  const missing = async () =>
    (await Promise.all(files.map(async ([name], nth) => ((await emittedText(sent[nth]!)).length > 0 ? [] : name)))).flat()
  await expect.poll(missing, { timeout: scaled(90_000) }).toEqual([])
  for (const [nth, [name, , expected]] of files.entries()) {
    const [unknown, offered] = 'unknown' in expected ? [expected.unknown, undefined] : ['', expected]
    expect([name, await emittedText(sent[nth]!)]).toEqual([name, [{ holders: [holder], unknown }]])
    expect([name, await takeText(env.world.kv, sent[nth]!)]).toEqual([name, offered])
  }
})

test('nobody’s text is read that nobody asked for', async () => {
  const [first, second] = [
    await env.send(student, docxOf('one'), { name: 'one.docx' }),
    await env.send(student, docxOf('two'), { name: 'two.docx' }),
  ]
  await hold([first.id, second.id], [second.id])
  await expect.poll(() => emittedText(second.id), { timeout: scaled(20_000) }).toHaveLength(1)
  expect(await emittedText(first.id)).toEqual([])
})
