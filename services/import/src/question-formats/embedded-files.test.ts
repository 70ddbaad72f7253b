// Pictures of questions, under every spelling of their names and in every place that a format has for them.
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readQuestionFile } from '../question-formats.ts'
import { draftOf, filesOf, withoutFiles } from '../question-imports/drafts.ts'
import { fileFinder, mostBytes } from './embedded-files.ts'
import type { NeutralFileOfQuestions } from './format.ts'
import { withTexts } from './parts.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const read = (name: string, content: string | Uint8Array) => readQuestionFile(name, Buffer.from(content)).file
/** The names of the files that texts of a question name, in their order, and its notes. */
function outcome(file: NeutralFileOfQuestions, nth = 0) {
  const question = file.questions[nth]!
  const texts: string[] = []
  withTexts(question, (html) => {
    texts.push(html)
    return html
  })
  const names = filesOf(question).map((key) => file.files.get(key)?.name)
  return {
    names,
    notes: question.notes.map(({ code, params }) => [code, params?.name]),
    left: texts.filter((text) => /@@|data:|src=""/.test(text)),
  }
}
const all = (...names: string[]) => ({ names, notes: [], left: [] })
const none = (...names: string[]) => ({ names: [], notes: names.map((name) => ['fileLeftOut', name]), left: [] })

const moodle = (body: string, files = '', beside = '') =>
  read(
    'q.xml',
    `<?xml version="1.0" encoding="UTF-8"?><quiz><question type="essay"><name><text>Sea</text></name><questiontext format="html"><text><![CDATA[<p>Look</p>${body}]]></text>${files}</questiontext>${beside}</question></quiz>`,
  )
const fileOf = (name: string, bytes: Buffer = png, path = '/') =>
  `<file name="${name.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" path="${path}" encoding="base64">${bytes.toString('base64')}</file>`
const picture = (address: string, quote = '"') => `<img alt="" src=${quote}@@PLUGINFILE@@/${address}${quote}>`

describe('Moodle XML', () => {
  test.each([
    ['blanks, as they are', 'my picture 1.png', 'my picture 1.png'],
    ['blanks, encoded', 'my picture 1.png', 'my%20picture%201.png'],
    ['blanks, as plus signs', 'my picture 1.png', 'my+picture+1.png'],
    ['a quotation mark', 'the "sea".png', 'the &quot;sea&quot;.png'],
    ['a quotation mark, encoded', 'the "sea".png', 'the%20%22sea%22.png'],
    ['an apostrophe', "Maya's sea.png", "Maya's sea.png"],
    ['an ampersand', 'salt & sea.png', 'salt &amp; sea.png'],
    ['a per cent sign, as it is', '100% salt.png', '100% salt.png'],
    ['a per cent sign, encoded', '100% salt.png', '100%25%20salt.png'],
    ['a name that looks encoded', 'a%20b.png', 'a%20b.png'],
    ['Thai, as it is', 'ทะเล ๑.png', 'ทะเล ๑.png'],
    ['Thai, encoded', 'ทะเล ๑.png', encodeURIComponent('ทะเล ๑.png')],
    ['Chinese', '海洋（一）.png', encodeURIComponent('海洋（一）.png')],
    ['one form of letters in the other', 'Cafe\u0301.png', encodeURIComponent('Café.png')],
    ['the other form in the one', 'Café.png', 'Cafe\u0301.png'],
    ['a query', 'sea.png', 'sea.png?forcedownload=1'],
    ['a question mark of its own', 'sea?.png', 'sea%3F.png'],
  ])('a picture is found by its name: %s', (_, name, address) => {
    expect(outcome(moodle(picture(address), fileOf(name)))).toEqual(all(name))
  })

  test('an address in single quotes, without quotes, and in a folder', () => {
    expect(outcome(moodle(picture('a b.png', "'"), fileOf('a b.png')))).toEqual(all('a b.png'))
    expect(outcome(moodle(picture('a.png', ''), fileOf('a.png')))).toEqual(all('a.png'))
    expect(outcome(moodle(picture('maps/a.png'), fileOf('a.png', png, '/maps/')))).toEqual(all('a.png'))
  })

  test('pictures of Moodle 1, and those on which items are drawn, stand beside the text', () => {
    const old = moodle('', '', `<image>questions/sea%20chart.png</image><image_base64>\n${png.toString('base64')}\n</image_base64>`)
    expect(outcome(old)).toEqual(all('sea chart.png'))
    expect([...old.files.values()][0]!.bytes).toEqual(png)
    expect(outcome(moodle('', '', '<image>questions/sea.png</image><image_base64/>'))).toEqual(none('sea.png'))
    const drawn = `${fileOf('map.png')}<drag><no>1</no><text>A</text>${fileOf('ship.png')}</drag>`
    const file = read(
      'q.xml',
      `<quiz><question type="ddimageortext"><name><text>Sea</text></name><questiontext><text>Drag</text></questiontext>${drawn}</question></quiz>`,
    )
    expect(outcome(file)).toMatchObject({ names: ['map.png', 'ship.png'], notes: [['keptAsText', undefined]] })
  })

  test('a lost file has a line with its name: missing, empty, too large, named by no text that is read', () => {
    expect(outcome(moodle(picture('gone%20one.png')))).toEqual(none('gone one.png'))
    expect(outcome(moodle(picture('empty.png'), fileOf('empty.png', Buffer.alloc(0))))).toEqual(none('empty.png'))
    expect(outcome(moodle('', fileOf('spare.png')))).toEqual(none('spare.png'))
    expect(outcome(moodle('', '', `<hint format="html"><text>Look</text>${fileOf('hint.png')}</hint>`)).notes).toContainEqual([
      'fileLeftOut',
      'hint.png',
    ])
    const large = moodle(picture('large.png'), fileOf('large.png', Buffer.alloc(mostBytes + 1)))
    expect(large.questions[0]!.notes).toEqual([{ code: 'fileTooLarge', params: { name: 'large.png', most: 20 } }])
    expect(outcome(large).left).toEqual([])
  })
})

describe('within the text itself', () => {
  const within = (address: string) => moodle(`<p><img src="${address}" alt="Sea"></p>`)
  test('a picture becomes a file', () => {
    const file = within(`data:image/png;base64,${png.toString('base64')}`)
    expect(outcome(file)).toEqual(all('picture-1.png'))
    expect([...file.files.values()][0]!.bytes).toEqual(png)
    expect(outcome(within(`data:image/jpeg;charset=utf-8;base64,%2F9j%2F4AAQ`))).toEqual(all('picture-1.jpg'))
    const drawing = within(`data:image/svg+xml;utf8,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`)
    expect([outcome(drawing), Buffer.from([...drawing.files.values()][0]!.bytes).toString()]).toEqual([
      all('picture-1.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
    ])
  })
  test('one that cannot be read, or that is elsewhere on its computer, is named', () => {
    expect(outcome(within('data:text/html;base64,AAAA'))).toEqual(none('picture-1'))
    expect(outcome(within('data:image/png;base64,'))).toEqual(none('picture-1'))
    expect(outcome(within('file:///C:/Maya/the%20sea.png'))).toEqual(none('the sea.png'))
    expect(outcome(within('images/sea.png'))).toEqual(none('sea.png'))
    const large = within(`data:image/png;base64,${Buffer.alloc(mostBytes + 1).toString('base64')}`)
    expect(outcome(large)).toEqual({ names: [], notes: [['fileTooLarge', 'picture-1.png']], left: [] })
  })
  test('a picture on another server stays an address', () => {
    expect(within('https://example.org/a.png?b=1&amp;c=2').questions[0]).toMatchObject({
      notes: [],
      stem: expect.stringContaining('"https://example.org/a.png?b=1&amp;c=2"'),
    })
  })
  test('in GIFT a picture within an address comes along, and one of a file is named', () => {
    const signs = (text: string) => text.replaceAll(/[~=#{}:]/g, '\\$&')
    const given = `::Sea:: [html]<p>Look</p><img src\\="@@PLUGINFILE@@/the%20sea.png"> {=[html]<img src\\="${signs(`data:image/png;base64,${png.toString('base64')}`)}"> ~no}`
    const file = read('q.gift', given)
    expect(outcome(file)).toEqual({ names: ['picture-1.png'], notes: [['fileLeftOut', 'the sea.png']], left: [] })
    expect([...file.files.values()][0]!.bytes).toEqual(png)
  })
})

describe('QTI', () => {
  const item = (body: string) =>
    `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="Sea"><responseDeclaration identifier="R" cardinality="single" baseType="string"/><itemBody><p>Look</p>${body}<extendedTextInteraction responseIdentifier="R"/></itemBody></assessmentItem>`
  const packed = (address: string, path: string, src = `<img src="${address}" alt=""/>`) =>
    read('q.zip', zipSync({ 'items/one/item.xml': strToU8(item(src)), [path]: png }))
  test.each([
    ['in another folder', '../../media/sea.png', 'media/sea.png', 'sea.png'],
    ['beside its folder, encoded', '../images/the%20sea.png', 'items/images/the sea.png', 'the sea.png'],
    ['from the top', '/media/sea.png', 'media/sea.png', 'sea.png'],
    ['from the top, without a mark', 'media/sea.png', 'media/sea.png', 'sea.png'],
    ['with signs of Windows', '..\\..\\media\\sea.png', 'media/sea.png', 'sea.png'],
    ['in Thai', '../../สื่อ/ทะเล.png', 'สื่อ/ทะเล.png', 'ทะเล.png'],
    ['in the other form of letters', `../../${encodeURIComponent('Café.png')}`, 'Cafe\u0301.png', 'Café.png'],
    ['in other capitals', '../../Media/SEA.PNG', 'media/sea.png', 'SEA.PNG'],
  ])('a picture of a package is found: %s', (_, address, path, name) => expect(outcome(packed(address, path))).toEqual(all(name)))

  test('of two pictures with one name the one at the path is taken, and none where it is of neither', () => {
    const two = (address: string) =>
      outcome(read('q.zip', zipSync({ 'item.xml': strToU8(item(`<img src="${address}"/>`)), 'x/sea.png': png, 'y/sea.png': png }))).names
    expect([two('y/sea.png'), two('elsewhere/sea.png')]).toEqual([['sea.png'], []])
  })

  test('the HTML of QTI 1.2 brings its pictures along, also from the folder of Canvas', () => {
    const html =
      '&lt;p&gt;Look&lt;/p&gt;&lt;img src="$IMS-CC-FILEBASE$/Uploaded%20Media/the%20sea.png?canvas_download=1"&gt;&lt;img src="gone.png"&gt;'
    const xml = `<questestinterop><assessment ident="a"><section ident="root_section"><item ident="i" title="Sea"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>essay_question</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation><material><mattext texttype="text/html">${html}</mattext></material><response_str ident="r"><render_fib/></response_str></presentation></item></section></assessment></questestinterop>`
    const file = read('q.zip', zipSync({ 'a/a.xml': strToU8(xml), 'web_resources/Uploaded Media/the sea.png': png }))
    expect(outcome(file)).toEqual({ names: ['the sea.png'], notes: [['fileLeftOut', 'gone.png']], left: [] })
  })

  test('names in a zip without the mark of UTF-8 are read', () => {
    const zip = Buffer.from(zipSync({ 'item.xml': strToU8(item('<img src="ทะเล.png"/>')), 'ทะเล.png': png }))
    for (const [mark, at] of [
      ['PK\x03\x04', 6],
      ['PK\x01\x02', 8],
    ] as const)
      for (let head = zip.indexOf(mark, 0, 'latin1'); head >= 0; head = zip.indexOf(mark, head + 4, 'latin1'))
        zip.writeUInt16LE(zip.readUInt16LE(head + at) & ~0x800, head + at)
    expect(outcome(read('q.zip', zip))).toEqual(all('ทะเล.png'))
  })
})

test('a draft names the upload of each picture, whatever its name; one that the store refuses has a line', () => {
  const file = moodle(
    picture('the &quot;sea&quot; 100%.png') + picture('refused.png'),
    fileOf('the "sea" 100%.png') + fileOf('refused.png'),
  )
  const ids = new Map([...file.files].map(([key, { name }]) => [key, name === 'refused.png' ? null : 'the-upload']))
  const draft = draftOf(file.questions[0]!, { folder: () => null, upload: (key) => ids.get(key), stimulus: () => null })
  expect(draft.stem.match(/<img[^>]*>/g)).toEqual(['<img alt="" data-upload="the-upload">', '<img alt="" >'])
  const made = { item: 0, title: 'Sea', type: 'essay', outcome: 'imported' as const, code: null, params: {}, notes: [], id: 'q' }
  expect(withoutFiles(made, ['refused.png'])).toMatchObject({
    outcome: 'converted',
    notes: [{ code: 'questionImport.fileRefused', params: { name: 'refused.png' } }],
  })
  expect(withoutFiles(made, [])).toBe(made)
})

test('a file is found by path before name', () => {
  const find = fileFinder(
    new Map([
      ['a/x.png', 1],
      ['b/x.png', 2],
      ['y.png', 3],
    ]),
  )
  expect(['a/x.png', '/b/x.png', '../b/x.png', 'x.png', 'elsewhere/y.png', 'z.png'].map(find)).toEqual([1, 2, 2, undefined, 3, undefined])
})
