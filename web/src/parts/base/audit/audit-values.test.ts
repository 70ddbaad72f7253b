// An audit line in words.
import i18next from 'i18next'
import { expect, test } from 'vitest'
import audit from '../../../i18n/zh-CN/audit.json'
import permissions from '../../../i18n/zh-CN/permissions.json'
import preferences from '../../../i18n/zh-CN/preferences.json'
import { changesOf, type Line } from './audit-values.ts'

const t = ((key: string) => key) as never
const line = (before: Line['before'], after: Line['after']) => ({ before, after }) as Line

test('times in the form of the page, and nothing of fields that were and are empty', () => {
  const given = line(null, { due: '2026-11-26T23:59:00.000Z', opens: null, attempts: '' })
  const [due, ...others] = changesOf(t, given, {})
  expect([due?.to, others]).toEqual([expect.stringMatching(/^2026\.11\.2[67] \d\d:\d\d$/), []])
  expect(changesOf(t, line({ opens: '2026-11-26T08:00:00Z' }, { opens: null }), {})[0]?.to).toBe('nothing')
})

test('fields, words, kinds of messages, permissions and languages in the words of the reader', async () => {
  await i18next.init({ lng: 'zh-CN', resources: { 'zh-CN': { audit, permissions, preferences } }, keySeparator: false, nsSeparator: false })
  const wordsOf = (before: Line['before'], after: Line['after']) => changesOf(t, line(before, after), {})
  expect(wordsOf({ points: null, release: 'at_once' }, { points: '20', release: 'by_hand' })).toEqual([
    { field: '分数', from: 'nothing', to: '20' },
    { field: '成绩公布', from: '立即公布', to: '手动公布' },
  ])
  const late = { percent: '10', per: 'day', lowest: '0', grace_minutes: 5 }
  expect(wordsOf({ late: null }, { late })[0]?.to).toContain('每 天')
  expect(wordsOf({}, { course_bulletin: ['mail'], student: { given: ['members.change'] }, locale: 'th' })).toEqual([
    { field: preferences['type.course_bulletin'], from: undefined, to: '邮件' },
    { field: '学生', from: undefined, to: expect.stringContaining(permissions['members.change']) },
    { field: '语言', from: undefined, to: 'ไทย' },
  ])
})

test('counts, markers and versions are phrases; fields without a meaning are left out', async () => {
  const phrasesOf = (after: Line['after'], before: Line['before'] = null) => {
    const i18n = ((key: string, params?: Record<string, unknown>) => (params ? `${key} ${JSON.stringify(params)}` : key)) as never
    return changesOf(i18n, line(before, after), {}).map((change) => change.phrase ?? `${change.field} ${change.to}`)
  }
  expect(phrasesOf({ submissions: 3, rework: false })).toEqual(['phrase.works {"count":3}'])
  expect(phrasesOf({ submissions: 1, rework: true })).toEqual(['phrase.works {"count":1}', 'phrase.rework'])
  expect(phrasesOf({ n: 2, slot: 0, points: '0' }, { n: 2, slot: 0, points: '4' })).toEqual([
    'phrase.version {"number":2}',
    'phrase.result',
    expect.stringMatching(/ 0$/),
  ])
  const question = '0190aaaa-0000-7000-8000-000000000001'
  expect(phrasesOf({ question, place: 1 })).toEqual(['phrase.marker {"number":1}'])
  expect(phrasesOf({ slots: [0, 3] })).toEqual(['phrase.answers {"count":2}'])
})
