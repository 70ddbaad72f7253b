// States of translations, on a small tree of texts: a changed English sentence makes them stale, and recording them ends that.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addText, listToDo, recordDone, staleFaults, textFaults } from './i18n.ts'
import { englishHashes, readState, writeState } from './state.ts'
import { locales, type Texts, translated } from './text-files.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lyceum-texts-'))
  for (const locale of locales) {
    write(`web/src/i18n/${locale}/course.json`, { title: 'Course', 'publish.ask': 'Publish?' })
    write(`web/src/i18n/${locale}/errors/course.json`, { 'course.newer': 'Reload.' })
    write(`services/identity/src/i18n/${locale}/mails.json`, { sms: '{{code}}' })
  }
  writeFileSync(join(root, 'web/src/page.ts'), "t('title') t('publish.ask') mail('sms')")
  writeFileSync(join(root, 'services/identity/src/mails.ts'), "texts['sms']")
  recordDone(translated, [], root)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, texts: object) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), JSON.stringify(texts))
}
const english = (texts: Texts) => write('web/src/i18n/en/course.json', texts)
const state = (name: string) => readFileSync(join(root, `web/src/i18n/state/${name}.json`), 'utf8')

it('a recorded text is not to do, and every set of texts has its state', () => {
  expect([...textFaults(root), ...staleFaults(root)]).toEqual([])
  expect(listToDo('th', root)).toBe('')
  expect(state('course').split('\n')).toEqual([
    '{',
    expect.stringMatching(/^ {2}"publish.ask": "[0-9a-f]{8}",$/),
    expect.stringMatching(/^ {2}"title": "[0-9a-f]{8}"$/),
    '}',
    '',
  ])
  expect(Object.keys(JSON.parse(state('errors/course')))).toEqual(['course.newer'])
  expect(readState(join(root, 'services/identity/src/i18n/state/mails.json')).size).toBe(1)
})

it('a changed English text makes every translation to do, until each is recorded', () => {
  english({ title: 'The course', 'publish.ask': 'Publish?' })
  expect(staleFaults(root)).toEqual(['course.title in zh-CN, zh-TW, th, id, ms: its English text has changed: npm run i18n -- todo zh-CN'])
  expect(listToDo('th', root)).toBe('course.title (changed)\n  en: The course\n  th: Course')
  expect(recordDone(['th'], ['course.title'], root)).toEqual(['th course.title'])
  expect(listToDo('th', root)).toBe('')
  expect(listToDo('ms', root)).toContain('course.title')
  expect(JSON.parse(state('course')).title).toMatch(/^[0-9a-f]{8} th:[0-9a-f]{8}$/)
  expect(recordDone(translated, [], root)).toHaveLength(4)
  expect(JSON.parse(state('course')).title).toMatch(/^[0-9a-f]{8}$/)
})

it('a new text is to do in every language, and a file names all of its texts', () => {
  const texts = { title: 'Course', 'publish.ask': 'Publish?', 'publish.now': 'Now' }
  for (const locale of locales) write(`web/src/i18n/${locale}/course.json`, texts)
  expect(staleFaults(root)).toEqual([
    'course.publish.now in zh-CN, zh-TW, th, id, ms: not recorded as translated: npm run i18n -- done all course.publish.now',
  ])
  expect(recordDone(['ms'], ['cour'], root)).toEqual([])
  expect(recordDone(['ms'], ['course.publish'], root)).toEqual(['ms course.publish.now'])
  expect(JSON.parse(state('course'))['publish.now']).toMatch(/^[0-9a-f]{8} zh-CN:- zh-TW:- th:- id:-$/)
  expect(listToDo('id', root)).toBe('course.publish.now (new)\n  en: Now\n  id: Now')
})

it('a key of the state that no text has is found, and goes with the next recording', () => {
  for (const locale of locales) write(`web/src/i18n/${locale}/course.json`, { title: 'Course' })
  expect(staleFaults(root)).toEqual([
    "web/src/i18n/state/course.json: 'publish.ask' is in no text: npm run i18n -- done all course.publish.ask",
  ])
  expect(recordDone(translated, ['course.publish.ask'], root)).toEqual(['gone course.publish.ask'])
  expect(Object.keys(JSON.parse(state('course')))).toEqual(['title'])
})

it('forms of a plural are one text, in whatever order they stand', () => {
  const hash = (texts: Texts) => englishHashes(texts).get('n')
  expect(hash({ n_one: 'a', n_other: 'b' })).toBe(hash({ n_other: 'b', n_one: 'a' }))
  expect(hash({ n_one: 'a', n_other: 'b' })).not.toBe(hash({ n_one: 'a', n_other: 'c' }))
})

it('a state without a text leaves no file', () => {
  const path = join(root, 'web/src/i18n/state/course.json')
  writeState(path, new Map())
  expect(readState(path).size).toBe(0)
  expect(() => readFileSync(path)).toThrow()
})

it('a new text stands in six languages, and is to be translated', () => {
  expect(addText('course.archive', 'Archive', root)).toBeUndefined()
  for (const locale of locales)
    expect(JSON.parse(readFileSync(join(root, `web/src/i18n/${locale}/course.json`), 'utf8')).archive).toBe('Archive')
  expect(listToDo('th', root)).toContain('course.archive (new)')
  expect(addText('errors.course.full', 'It is full.', root)).toBeUndefined()
  expect(JSON.parse(readFileSync(join(root, 'web/src/i18n/ms/errors/course.json'), 'utf8'))).toMatchObject({ 'course.full': 'It is full.' })
  expect([addText('course.title', 'Course', root), addText('nowhere.title', 'X', root)]).toEqual([
    'course.title is there already',
    'there is no file of texts for nowhere.title',
  ])
})
