// Tests of the words of the command palette: each entry is found by the names that people use, in each language and in English.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { locales } from '../i18n.ts'
import { pages } from '../pages.ts'
import { type CommandGroup, fittingGroups } from '../ui/menus/command-groups.ts'
import { ownPages } from './own-pages.ts'

type Texts = Record<string, string>
const textsOf = (locale: string, feature: string): Texts =>
  JSON.parse(readFileSync(new URL(`../i18n/${locale}/${feature}.json`, import.meta.url), 'utf8'))
const run = () => {}
const paletteIn = (locale: string, typed: string): CommandGroup[] => {
  const [shell, also] = [textsOf(locale, 'shell'), textsOf(locale, 'search')]
  const entry = (label: string, names: string[], hint?: string) => ({
    id: label,
    label: shell[label]!,
    words: names.map((name) => also[`words.${name}`]!).join(' '),
    run,
    ...(hint && { hint: shell[hint]! }),
  })
  return [
    { heading: 'search', last: true, entries: [{ id: 'all', found: true, label: shell.seeAll!.replace('{{text}}', typed), run }] },
    { heading: 'courses', entries: [{ id: 'found', found: true, label: 'Marine Biology', run }] },
    {
      heading: 'places',
      entries: [
        entry('inbox', ['inbox']),
        ...ownPages.map(({ label, words }) => ({ id: label, label: also[label]!, ...(words && { words: also[words]! }), run })),
        entry('settings', ['settings']),
        entry('keyboard', ['keys']),
      ],
    },
    {
      heading: 'account',
      entries: [
        ...['themeSystem', 'themeLight', 'themeDark'].map((key) => entry(key, ['theme', key], 'theme')),
        entry('signOut', ['signOut']),
      ],
    },
  ]
}
const first = (locale: string, typed: string) => fittingGroups(paletteIn(locale, typed), typed)[0]?.entries[0]?.id

const dark = {
  en: ['dark mode', 'night'],
  'zh-CN': ['深色模式', '夜间'],
  'zh-TW': ['深色模式', '夜間'],
  th: ['โหมดมืด', 'กลางคืน'],
  id: ['mode gelap', 'malam'],
  ms: ['mod gelap', 'malam'],
} as const
const theme = { en: 'appearance', 'zh-CN': '主题', 'zh-TW': '主題', th: 'ธีม', id: 'tema', ms: 'tema' } as const

test.each(locales)('the switch of the theme in %s', (locale) => {
  for (const typed of ['theme', theme[locale]]) expect([typed, first(locale, typed)]).toEqual([typed, 'themeSystem'])
  for (const typed of ['dark', 'Theme dark', ...dark[locale]]) expect([typed, first(locale, typed)]).toEqual([typed, 'themeDark'])
  expect(first(locale, 'light')).toBe('themeLight')
})
test('others too', () => {
  for (const locale of locales) expect([first(locale, 'log out'), first(locale, 'shortcuts')]).toEqual(['signOut', 'keyboard'])
  expect(first('en', 'time zone')).toBe('settings')
  // the server found something that no name holds
  expect(first('en', 'plankton')).toBe('found')
})

const own = {
  en: ['my grades', 'news'],
  'zh-CN': ['分数', '公告'],
  'zh-TW': ['分數', '公告'],
  th: ['เกรด', 'ประกาศ'],
  id: ['nilai', 'pengumuman'],
  ms: ['gred', 'pengumuman'],
} as const

test.each(locales)('pages of my own in %s', (locale) => {
  const all = (typed: string) => fittingGroups(paletteIn(locale, typed), typed).flatMap(({ entries }) => entries.map(({ id }) => id))
  for (const typed of ['score', 'grade', own[locale][0].replace('my ', '')])
    expect([typed, first(locale, typed)]).toEqual([typed, 'place.scores'])
  for (const typed of ['bulletin', own[locale][1]]) expect([typed, first(locale, typed)]).toEqual([typed, 'place.bulletins'])
  expect(all('notif')).toEqual(expect.arrayContaining(['inbox', 'place.notifications']))
  expect(first(locale, 'join')).toBe('place.join')
})
test('every page of my own is a place of the frame or of the palette', () => {
  const mine = Object.keys(pages).filter(
    (address) => /^\/(user\/|score$|bulletin-list$|course\/join$)/.test(address) && !address.includes(':'),
  )
  const shown = ['index', 'courses', 'calendar', 'resources', 'marking', 'todo', 'notifications', 'settings'].map((page) => `/user/${page}`)
  const led = ownPages.map(({ to }) => to.replace(/\/?\?.*$/, ''))
  expect(mine.filter((address) => ![...shown, ...led].includes(address))).toEqual([])
})
