// Files without properties: the name is gone from wherever programs write it, the work stays.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { openArchive } from '../processes/archive.ts'
import {
  author,
  isNamed,
  namedDocx,
  namedGif,
  namedJpeg,
  namedOdt,
  namedPdf,
  namedPng,
  namedPptx,
  namedSvg,
  namedWebp,
  namedXlsx,
  words,
} from '../test/named-files.ts'
import { docxOf, textPdf, zipOf } from '../test/office.ts'
import { officeText } from '../texts/office-text.ts'
import { strip } from './strip.ts'
import { strippingOf } from './stripped-kinds.ts'

/** The parts of an archive, also of the archives in it. */
const partsOf = (bytes: Buffer): [name: string, bytes: Buffer][] => {
  const archive = openArchive(bytes)
  return archive.names.flatMap((name) => {
    const part = archive.bytes(name)!
    return /\.(docx|xlsx)$/.test(name) ? partsOf(part) : [[name, part] as [string, Buffer]]
  })
}
const namesIn = (bytes: Buffer) => partsOf(bytes).flatMap(([name, part]) => (isNamed(part) ? [name] : []))

describe('an office file', () => {
  test.each([
    ['docx', namedDocx()],
    ['xlsx', namedXlsx()],
    ['pptx', namedPptx()],
    ['odt', namedOdt()],
    ['zip', zipOf({ 'work/work.docx': namedDocx(), 'work/notes.txt': words, '__MACOSX/work': author })],
  ])('%s has no name in any part, and its words', async (kind, bytes) => {
    expect(namesIn(bytes)).not.toEqual([])
    const stripped = await strip(bytes, `a.${kind}`)
    expect(namesIn(stripped)).toEqual([])
    expect(partsOf(stripped).some(([, part]) => part.includes(words))).toBe(true)
    expect(await strip(bytes, `a.${kind}`)).toEqual(stripped)
  })
  test('keeps its text, comments, changes and pictures, and names no part that is gone', async () => {
    const archive = openArchive(await strip(namedDocx(), 'a.docx'))
    expect(archive.names.toSorted()).toEqual(
      [
        '[Content_Types].xml',
        '_rels/.rels',
        'word/_rels/document.xml.rels',
        'word/_rels/settings.xml.rels',
        ...['comments.xml', 'document.xml', 'embeddings/table.xlsx', 'media/image1.jpeg', 'settings.xml'].map((name) => `word/${name}`),
      ].toSorted(),
    )
    expect(archive.text('word/document.xml')).toContain(`<w:p><w:ins w:id="1" w:author="Author"><w:r><w:t>${words}`)
    expect(archive.text('word/comments.xml')).toContain('Is it?')
    const [settings, types] = [archive.text('word/settings.xml'), archive.text('[Content_Types].xml')]
    expect([settings, types].join()).not.toMatch(/attachedTemplate|rsid|people|docProps/)
    expect(officeText(await strip(namedDocx(), 'a.docx'), 'docx').trim()).toBe(words)
  })
  test('with a password, in another letter code, or with parts that cannot be stripped is refused', async () => {
    const wide = Buffer.from('\ufeff<w:document/>', 'utf16le')
    const whole = openArchive(namedDocx())
    const parts = Object.fromEntries(whole.names.map((name) => [name, whole.bytes(name)!]))
    expect(namesIn(await strip(zipOf(parts), 'a.docx'))).toEqual([])
    for (const bytes of [
      zipOf(parts, { encrypted: true }),
      zipOf({ ...parts, 'word/document.xml': wide }),
      zipOf({ ...parts, 'word/comments.xml': '<!DOCTYPE a [<!ENTITY name "Maya">]><w:comments/>' }),
      zipOf({ ...parts, 'word/embeddings/table.xlsx': Buffer.from('no archive') }),
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      docxOf(words),
    ])
      await expect(strip(bytes, 'a.docx')).rejects.toThrow()
  })
})

describe('a PDF', () => {
  const read = async (bytes: Buffer) => {
    const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
    const page = await pdf.getPage(1)
    const text = (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join('')
    return { text, about: JSON.stringify([await pdf.getMetadata(), await page.getAnnotations()]), pages: pdf.numPages }
  }
  test('has no name in its information, metadata, comments, pictures and earlier states, and its pages', async () => {
    const bytes = await namedPdf()
    expect((await read(bytes)).about).toContain(author)
    expect(isNamed(bytes)).toBe(true)
    const stripped = await strip(bytes, 'a.pdf')
    expect(isNamed(stripped)).toBe(false)
    const { text, about, pages } = await read(stripped)
    expect([text, pages]).toEqual([words, 1])
    expect(about).toContain('Is it?')
    expect(about).not.toMatch(/Maya|Work of/)
  })
  test('that is locked, broken, or has a file within is refused', async () => {
    const locked = textPdf(words)
      .toString('latin1')
      .replace('/Root', `/Encrypt<</Filter/Standard/V 1/R 2/P -60/O<${'11'.repeat(32)}>/U<${'22'.repeat(32)}>>>/ID[<01><01>]/Root`)
    for (const bytes of [Buffer.from(locked, 'latin1'), Buffer.from('%PDF-1.4 nothing'), await namedPdf({ attached: true })])
      await expect(strip(bytes, 'a.pdf')).rejects.toThrow()
    expect((await read(await strip(textPdf(words), 'a.pdf'))).text).toBe(words)
  })
})

describe('a picture', () => {
  test.each([
    ['jpg', namedJpeg()],
    ['png', namedPng()],
    ['gif', namedGif()],
    ['webp', namedWebp()],
    ['svg', namedSvg()],
  ])('%s has no properties, whatever it is called', async (kind, bytes) => {
    expect(isNamed(bytes)).toBe(true)
    const stripped = await strip(bytes, `a.${kind}`)
    expect(isNamed(stripped)).toBe(false)
    expect(stripped.length).toBeGreaterThan(30)
    expect(await strip(stripped, `a.${kind}`)).toEqual(stripped)
    if (kind !== 'svg') expect(await strip(bytes, 'a.bmp')).toEqual(stripped)
  })
  test('of a turned camera stays turned', async () => {
    const stripped = await strip(namedJpeg(), 'a.jpeg')
    expect(stripped.toString('hex')).toContain('4578696600004d4d002a000000080001011200030000000100060000')
    expect(stripped.includes('Lavc')).toBe(false)
    await expect(strip(Buffer.from(words), 'a.jpg')).rejects.toThrow()
  })
})

test('Texts have no properties; other kinds have, and are not stripped', () => {
  for (const [name, how] of [
    ['a.txt', 'none'],
    ['a.py', 'none'],
    ['a.csv', 'none'],
    ['a.doc', 'no'],
    ['a.rtf', 'no'],
    ['a.heic', 'no'],
    ['a.mp4', 'no'],
    ['a.uot', 'no'],
    ['a.blend', 'no'],
    ['a.PDF', 'yes'],
  ])
    expect([name, strippingOf(name!)]).toEqual([name, how])
})
