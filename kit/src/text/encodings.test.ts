// Tests of the detection of encodings.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodeText } from './csv.ts'
import { declaredIn, decode, detectEncoding, type Encoding, encodingNamed } from './encodings.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replace(/\s/g, ''), 'hex'))
const read = (given: Uint8Array) => {
  const encoding = detectEncoding(given)
  return [encoding, decode(given, encoding)]
}

test.each<[Encoding, string, string]>([
  ['utf-8', Buffer.from('海水的密度 — “salt”').toString('hex'), '海水的密度 — “salt”'],
  // 海洋生物学是研究生物的科学。 and 海洋生物學是研究生物的科學。 as Windows in mainland China and in Taiwan write them
  ['gb18030', 'baa3d1f3c9faceefd1a7cac7d1d0bebfc9faceefb5c4bfc6d1a7a1a3', '海洋生物学是研究生物的科学。'],
  ['big5', 'aefcac76a5cdaaabbec7ac4face3a873a5cdaaabaabaacecbec7a143', '海洋生物學是研究生物的科學。'],
  ['utf-16le', 'fffe776d0a4e', '海上'],
  ['windows-1252', Buffer.from('Température élevée', 'latin1').toString('hex'), 'Température élevée'],
])('%s is found out', (encoding, hex, text) => {
  const [found, words] = read(bytes(hex))
  expect([found, String(words).replace(/^\ufeff/, '')]).toEqual([encoding, text])
})

test('a truncated last character does not change the encoding', () => {
  const complete = Buffer.from('海水'.repeat(100))
  expect(detectEncoding(complete.subarray(0, complete.length - 1), { part: true })).toBe('utf-8')
})
test('Thai of old Windows', () => {
  const text = 'น้ำทะเลมีความหนาแน่นสูง'
  const old = Uint8Array.from([...text], (one) => one.charCodeAt(0) - 0x0e00 + 0xa0)
  expect(read(old)).toEqual(['windows-874', text])
})

/** Bytes of a text in an encoding, by what a decoder reads in each byte and pair of bytes. */
const tables = new Map<Encoding, Map<string, number[]>>()
function encoded(text: string, encoding: Encoding): Uint8Array {
  const table = tables.get(encoding) ?? new Map<string, number[]>()
  if (table.size === 0) {
    const decoder = new TextDecoder(encoding)
    for (let lead = 0x80; lead <= 0xff; lead++) {
      const one = decoder.decode(Uint8Array.of(lead))
      if (!one.includes('\ufffd')) table.set(one, [lead])
      for (let trail = 0x40; trail <= 0xff; trail++) {
        const two = decoder.decode(Uint8Array.of(lead, trail))
        if ([...two].length === 1 && two !== '\ufffd' && !table.has(two)) table.set(two, [lead, trail])
      }
    }
    tables.set(encoding, table)
  }
  return Uint8Array.from([...text].flatMap((letter) => (letter < '\u0080' ? [letter.charCodeAt(0)] : (table.get(letter) ?? [0x3f]))))
}

const names: [Encoding, string][] = [
  [
    'windows-1252',
    'Müller Größe Schäfer Köhler Björn Straße François Hélène Benoît Zoë Núñez García Íñigo Peña João Conceição Åsa Sjöström Ødegård Søren Niccolò Città Österreich',
  ],
  [
    'windows-1250',
    'Łódź Wałęsa Małgorzata Świętosław Żółkowski Grażyna Dvořák Novák Jiří Győző Erdős Hegedűs Štěpán Růžička Černý Erdős Győr Petőfi Đorđević Šarić Sławomir',
  ],
  ['windows-1251', 'Иванов Мария Петрова Сергей Щербаков Київ Олексій Шевченко Георги Димитър Јован Петровић'],
  ['windows-1254', 'İstanbul Şahin Çağlar Yıldız Güneş Ayşe Erdoğan Kılıç Aydın Işık'],
  ['windows-874', 'สมชาย สมศรี มานี ประเทศไทย น้ำ กรุงเทพ วิทยาศาสตร์ ปิติ ชูใจ ดิน ณัฐพล'],
  ['gb18030', '王芳 李娜 张伟 刘洋 陈静 水质 海洋生物学 高等数学 赵敏 黄磊'],
  ['big5', '臺灣 王小明 陳怡君 林志玲 張惠妹 黃國倫 蔡依林 許瑋甯 鄭成功 數學'],
  ['shift_jis', '田中 佐藤 鈴木 高橋さん 山田太郎 東京 カタカナ 渡辺 数学'],
  ['euc-kr', '김 이영희 박지성 최민수 서울 대한민국 수학 홍길동'],
]

test.each(names)('%s: lists of names, whole and by threes', (encoding, text) => {
  const list = text.split(' ')
  const file = `name,number\r\n${list.map((name, at) => `${name},2610${at}`).join('\r\n')}\r\n`
  expect(decodeText(encoded(file, encoding))).toBe(file)
  const threes = list.slice(2).map((_, at) => list.slice(at, at + 3).join('\n'))
  const wrong = threes.filter((three) => decodeText(encoded(three, encoding)) !== three)
  expect(wrong.length, wrong.join(' | ')).toBeLessThanOrEqual(threes.length / 10)
})
test.each(['Müller', 'Größe', 'García', 'François', 'Åström'])('%s alone is western', (name) => {
  expect(decodeText(encoded(name, 'windows-1252'))).toBe(name)
})
test.each([
  ['big5', '臺灣'],
  ['windows-874', 'สมชาย'],
  ['gb18030', '王芳'],
] as [Encoding, string][])('a single name: %s %s', (encoding, name) => {
  expect(decodeText(encoded(name, encoding))).toBe(name)
})

test('one damaged byte of a UTF-8 file is one letter', () => {
  const file = new TextEncoder().encode('学号,姓名\n261001,王芳\n261002,李娜\n')
  file[file.length - 3] = 0xff
  expect(decodeText(file)).toMatch(/^学号,姓名\n261001,王芳\n261002,李\ufffd/)
})
test('the encoding that a document declares, where its bytes are of it', () => {
  const xml = '<?xml version="1.0" encoding="windows-1252"?><a>Łódź'
  expect(declaredIn(new TextEncoder().encode(xml))).toBe('windows-1252')
  expect(declaredIn(new TextEncoder().encode('<html><meta charset=big5>'))).toBe('big5')
  expect([encodingNamed('GBK'), encodingNamed('TIS-620'), encodingNamed('latin1'), encodingNamed('klingon')]).toEqual([
    'gb18030',
    'windows-874',
    'windows-1252',
    undefined,
  ])
  // a sentence about such a document is none
  expect(declaredIn(new TextEncoder().encode('Write <meta charset="big5"> in the head.'))).toBe(undefined)
  const polish = Uint8Array.from([...'<?xml version="1.0" encoding="ISO-8859-2"?><a>Wa', '³', 'êsa</a>'].join('').split(''), (one) =>
    one.charCodeAt(0),
  )
  expect(decodeText(polish)).toContain('Wałęsa')
  const declared = '<?xml version="1.0" encoding="Big5"?><a>楊</a>'
  expect(decodeText(encoded(declared, 'big5'))).toBe(declared)
})

test.each([
  ['q-big5.csv', '臺灣最高的山'],
  ['q-german.csv', 'Wie heißt die größte Stadt Österreichs?'],
  ['q-thai.csv', 'เมืองหลวงของไทยคือเมืองใด'],
])('a file of questions of another system: %s', (name, words) => {
  expect(decodeText(readFileSync(join(import.meta.dirname, '../../../tests/corpus', name)))).toContain(words)
})
