// The checks of texts: all present texts pass, and each kind of fault is found.
import { expect, describe, it } from 'vitest'
import { differences, misworded, unused } from './compare.ts'
import { staleFaults, textFaults } from './i18n.ts'
import { locales, readTextFiles, type TextFile, type Texts } from './text-files.ts'

const fileOf = (name: string, texts: Record<string, Texts>): TextFile => ({
  name,
  paths: Object.fromEntries(locales.map((locale) => [locale, `${locale}/${name}.json`])) as TextFile['paths'],
  state: `state/${name}.json`,
  user: 'src',
  texts,
  faults: [],
})

it('the texts are whole in all six languages, and translated from the English ones of today', () =>
  expect([...textFaults(), ...staleFaults()]).toEqual([]))

it("the page's texts, its errors, the mails and the tables in scripts are all under the checks", () => {
  const files = readTextFiles()
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['course', 'ui', 'errors/course', 'errors/general', 'mails', 'old-browser', 'confirmation']),
  )
  const texts = new Map(files.map((file) => [file.name, file.texts]))
  expect(texts.get('mails')?.th?.['code.subject']).toContain('{{org}}')
  expect(texts.get('old-browser')?.['zh-TW']?.['title']).toContain('Lyceum')
  expect(texts.get('confirmation')?.['zh-TW']?.['no']).toBe('取消')
})

it('the name of a button begins with the words that are seen on it', () => {
  const texts = new Map(readTextFiles().map((file) => [file.name, file.texts]))
  const named = [
    ['outline', 'addTo', 'add'],
    ['work', 'markOf', 'mark'],
    ['work', 'lookOf', 'look'],
  ] as const
  for (const [file, name, words] of named)
    for (const locale of locales) {
      const { [name]: whole = '', [words]: seen = '' } = texts.get(file)?.[locale] ?? {}
      // where words are written apart, axe-core takes a longer one for another
      expect(whole.slice(0, seen.length + (locale.startsWith('zh') ? 0 : 1)).trimEnd()).toBe(seen)
    }
})

describe('a difference is found', () => {
  const whole = { en: { a: 'One {{n}}', b_one: 'x', b_other: 'xs' } }
  const rest = (own: Texts) => Object.fromEntries(['zh-CN', 'zh-TW', 'th', 'id', 'ms'].map((locale) => [locale, own]))
  const good = { a: '{{n}}', b_other: 'x' }
  const of = (own: Record<string, Texts>) => differences(fileOf('f', { ...whole, ...rest(good), ...own }))
  it('not in what is whole', () => expect(of({})).toEqual([]))
  it('a missing key', () => expect(of({ th: { b_other: 'x' } })).toEqual(["th/f.json: 'a' is missing"]))
  it('a key that English lacks', () => expect(of({ th: { ...good, c: 'x' } })).toEqual(["th/f.json: 'c' is not in en"]))
  it('another name', () => expect(of({ th: { ...good, a: '{{m}}' } })).toEqual(["th/f.json: 'a' has other {{names}} than en"]))
  it('a value where a part of the page stands', () =>
    expect(of({ th: { ...good, a: '{n}' } })).toEqual(["th/f.json: 'a' has other {{names}} than en"]))
  it('a missing plural form', () =>
    expect(differences(fileOf('f', { en: { b_other: 'x' }, ...rest({ b_other: 'x' }) }))).toEqual(["en/f.json: 'b_one' is missing"]))
  it('a missing file', () =>
    expect(differences(fileOf('f', { en: {}, ...rest({}), ms: undefined as unknown as Texts }))).toEqual(['ms/f.json is missing']))
  it('another end than the English has', () => {
    const ends = (zh: string, en: string) => differences(fileOf('f', { en: { a: en }, ...rest({ a: en }), 'zh-CN': { a: zh } }))
    expect(ends('已保存', 'It is saved.')).toEqual(["zh-CN/f.json: 'a' ends otherwise than en"])
    expect([...ends('已保存。', 'It is saved.'), ...ends('删除？', 'Delete?'), ...ends('已保存', 'Saved')]).toEqual([])
  })
  it('an error outside the file of its code', () => {
    const texts = (key: string) => Object.fromEntries(locales.map((locale) => [locale, { [key]: 'x' }]))
    expect(differences(fileOf('errors/course', texts('upload.gone')))).toEqual([
      "en/errors/course.json: 'upload.gone' belongs in errors/upload.json",
    ])
    expect(differences(fileOf('errors/course', texts('internal')))).toEqual([
      "en/errors/course.json: 'internal' belongs in errors/general.json",
    ])
    expect(differences(fileOf('errors/course', texts('course.newer')))).toEqual([])
  })
})

it('a key that no source names is found; the beginning or the end of a template names it', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a source is a string here
  const source = () => "t('a') t(`day.${when}`) text(`${kind}.note`)"
  const texts = { a: 'x', 'day.today': 'x', 'code.note': 'x', b_one: 'x', b_other: 'x' }
  expect(unused(fileOf('f', { en: texts }), source)).toEqual(["en/f.json: 'b' is not used"])
})

describe('a word that is wrong in its language is found', () => {
  const faultsOfText = (locale: string, text: string) => misworded(fileOf('f', { [locale]: { a: text } }))
  it.each([
    ['en', 'Please wait', 'Please'],
    ['en', 'Saved!', '!'],
    ['zh-CN', '请稍候', '请'],
    ['zh-CN', '登錄', '錄'],
    ['zh-CN', '打开「课程」', '「'],
    ['zh-TW', '請稍候', '請'],
    ['zh-TW', '登录', '录'],
    ['zh-TW', '視頻', '視頻'],
    ['zh-TW', '默認設定', '默認'],
    ['zh-TW', '開啟“課程”', '“'],
    ['th', 'โปรดรอ', 'โปรด'],
    ['th', 'บันทึกแล้วค่ะ', 'ค่ะ'],
    ['id', 'Muat naik fail', 'fail'],
    ['id', 'Silakan masuk', 'Silakan'],
    ['ms', 'Pilih berkas', 'berkas'],
    ['ms', 'Kata sandi baharu', 'Kata sandi'],
    ['ms', 'Kursus baru', 'baru'],
    ['en', "Don't leave", "'"],
    ['en', 'Saving …', ' …'],
    ['en', 'Add Video', 'Video'],
    ['zh-CN', '打开PDF', '开P'],
    ['zh-CN', '已保存,可以关闭', '存,'],
    ['zh-CN', '打开 文件', '开 文'],
    ['zh-CN', '打开 “{{name}}”', ' “'],
    ['zh-CN', '视窗', '视窗'],
    ['zh-CN', '您的账号', '您'],
    ['zh-TW', '時長', '時長'],
    ['th', 'บันทึกแล้ว.', 'แล้ว.'.slice(-4)],
    ['th', 'ลบหรือไม่?', 'หรือไม่?'],
    ['th', 'อื่นๆ', 'ๆ'],
    ['th', 'ท\u0e4d\u0e32', '\u0e4d\u0e32'],
    ['id', 'Tidak bisa dibuka', 'bisa'],
  ])('%s: %s', (locale, text, word) => expect(faultsOfText(locale, text)).toEqual([`${locale}/f.json: 'a' says '${word}'`]))
  it.each([
    ['zh-CN', '邀请成员，机构申请，请求超时：“课程”'],
    ['zh-TW', '邀請成員、檔案、資訊、影片、登入、設定、使用者、網路、程式、預設、裡面、說明、台灣'],
    ['en', 'Only the first MB of a PDF; Escape, then Tab. A .vtt or .srt file: {{n}} %'],
    ['zh-CN', '{{org}} 的账号：第 {{at}}/{{of}} 项（.{{extension}}），{{percent}} 的 PDF · 0–9'],
    ['th', 'บันทึกแล้ว {{time}} อื่น ๆ 09:05 น.'],
    ['id', 'Unggah berkas, kata sandi baru'],
    ['ms', 'Kod baru sahaja dihantar. Anda boleh muat naik fail.'],
  ])('but not in %s: %s', (locale, text) => expect(faultsOfText(locale, text)).toEqual([]))
})

it('the reader of a mail is 您, of the page 你', () => {
  const faultsIn = (name: string, text: string) => misworded(fileOf(name, { 'zh-TW': { a: text } }))
  expect([...faultsIn('mails', '您的帳號'), ...faultsIn('f', '你的帳號')]).toEqual([])
  expect(faultsIn('mails', '你的帳號')).toEqual(["zh-TW/mails.json: 'a' says '你'"])
})
