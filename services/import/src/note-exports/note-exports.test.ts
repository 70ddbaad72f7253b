// Tests of exports of notes: by course, file and place, in the language of the reader; conditions that are none, and rights that are taken away.
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '../test/pdf-text.ts'
import { type Note, noteBlocks, noteTexts } from './note-blocks.ts'
import { type Rosters, testRosters } from '../test/rosters.ts'

let it: Rosters
beforeAll(async () => void (it = await testRosters()))
afterAll(() => it?.stop())

const [course, file] = [newId(), newId()]
const note = (more: object) => ({
  ...{ id: newId(), course_id: course, course_name: '海洋学', activity_id: newId(), target_type: 'video', target_id: file, anchor: 75.5 },
  ...{
    area: null,
    quote: '',
    placed: true,
    content: '',
    audience: 'me',
    mine: true,
    can_take_back: false,
    author: { id: newId(), name: '', avatar: '' },
  },
  ...{
    open: true,
    activity_title: 'Why deep water sinks',
    file_name: 'deep.mp4',
    created_at: '2026-03-02T02:00:00.000Z',
    updated_at: '2026-03-02T02:00:00.000Z',
    version: 1,
  },
  ...more,
})
const notes = [
  note({ content: 'เกลือทำให้จม' }),
  note({ target_type: 'document', anchor: 3, quote: 'the moon pulls', activity_title: null, file_name: null, open: false }),
]

test('my notes are a PDF by their places; conditions that are none begin nothing, and rights that are taken away end it', async () => {
  const { org } = it.begin()
  let refusals = Infinity
  it.owners.onRead = (path) => {
    if (path === '/api/org') return { status: 200, body: { orgs: [{ id: org, name: 'Reef School', time_zone: 'Asia/Bangkok' }] } }
    // notes that move to the next page during the read are there once
    const page = { items: notes, page: 1, page_size: 100, pages: 2, total: 2, start: 1, end: 2 }
    return refusals-- > 0 ? { status: 200, body: page } : { status: 403, body: { code: 'forbidden', message: '' } }
  }
  const begin = () => it.send('POST', '/api/notes/export', { lang: 'th' })
  const exported = async () => {
    const { status, body } = await begin()
    expect(status, JSON.stringify(body)).toBe(202)
    return await until(async () => {
      const { rows } = await it.db.query('select state, result, error from kit.tasks where id = $1', [body.task])
      return rows[0].state === 'running' ? undefined : rows[0]
    })
  }
  const { state, result, error } = await exported()
  expect([state, error, result]).toMatchObject(['finished', null, { name: 'บันทึกของฉัน.pdf', notes: 2 }])
  const { text, lang } = await readPdf(it.owners.bytesOf(result.upload))
  expect(lang).toBe('th')
  for (const held of ['海洋学', 'Why deep water sinks · deep.mp4', '01:15', '2026-03-02 09:00', 'เกลือทำให้จม', 'หน้า 3', 'the moon pulls'])
    expect([held, text.includes(held)]).toEqual([held, true])
  expect(text).not.toContain(noteTexts('th').t('rest'))
  refusals = 1
  expect(await exported()).toMatchObject({ state: 'failed', error: { code: 'export.rightsChanged' } })
  expect((await begin()).status).toBe(403)
})

test('a file that does not hold all notes ends with a line that says so', () => {
  const { t } = noteTexts('en')
  const last = (cut: boolean) =>
    JSON.stringify([...noteBlocks([note({ content: 'One' }) as Note], { t, zone: 'UTC', at: new Date(0), cut })].at(-1))
  expect([last(true).includes(t('rest')), last(false).includes(t('rest'))]).toEqual([true, false])
})
