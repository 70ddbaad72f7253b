// A PDF without its properties: its information, metadata of it and of its parts, authors of comments, signatures, and what no page leads to, such
// as earlier states of it.
import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFInvalidObject,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { Encrypted } from '../processes/archive.ts'
import { strippedJpeg } from './pictures.ts'

const named = (...names: string[]) => names.map((name) => PDFName.of(name))
/** Of any part: words about it, and what programs keep there for themselves. */
const properties = named('Metadata', 'PieceInfo', 'LastModified', 'CreatorInfo', 'Perms', 'DSS', 'Legal', 'SourceModified')
const [subtype, rect, filter, signed, embedded, kind] = ['Subtype', 'Rect', 'Filter', 'ByteRange', 'EF', 'Type'].map((name) =>
  PDFName.of(name),
) as [PDFName, PDFName, PDFName, PDFName, PDFName, PDFName]
/** Of a comment. */
const whose = named('T', 'CreationDate', 'M')

export async function strippedPdf(bytes: Buffer): Promise<Buffer> {
  // one that is locked is refused by its name: its words would be nonsense
  const pdf = await PDFDocument.load(bytes, {
    ignoreEncryption: true,
    updateMetadata: false,
    parseSpeed: ParseSpeeds.Fastest,
    preserveXFA: true,
  })
  const { context } = pdf
  if (context.trailerInfo.Encrypt) throw new Encrypted()
  delete context.trailerInfo.Info
  delete context.trailerInfo.ID
  const kept = new Set<string>()
  const waiting: [PDFObject, PDFRef?][] = [[context.trailerInfo.Root!]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [object, at] = next
    if (object instanceof PDFRef) {
      if (kept.has(object.toString())) continue
      kept.add(object.toString())
      const to = context.lookup(object)
      if (to) waiting.push([to, object])
    } else if (object instanceof PDFArray) waiting.push(...object.asArray().map((one): [PDFObject] => [one]))
    else if (object instanceof PDFStream) {
      waiting.push([object.dict])
      if (at && object instanceof PDFRawStream && isPhoto(object))
        context.assign(at, PDFRawStream.of(object.dict, strippedJpeg(Buffer.from(object.contents))))
    } else if (object instanceof PDFDict) {
      strip(object)
      waiting.push(...object.values().map((one): [PDFObject] => [one]))
    } else if (object instanceof PDFInvalidObject) throw new Error('a broken part')
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!kept.has(ref.toString())) context.delete(ref)
  if (pdf.getPageCount() === 0) throw new Error('no pages')
  return Buffer.from(await pdf.save({ rewrite: true, useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false }))
}

/** A photo as cameras write it, with properties or without. */
function isPhoto({ dict, contents }: PDFRawStream): boolean {
  const by = dict.lookup(filter)
  const last = by instanceof PDFArray && by.size() === 1 ? by.lookup(0) : by
  return last === PDFName.of('DCTDecode') && contents[0] === 0xff
}

function strip(dict: PDFDict): void {
  // it has properties of its own
  if (dict.has(embedded)) throw new Error('a file within the file')
  for (const name of properties) dict.delete(name)
  const what = dict.lookup(subtype)
  // fields of forms are called by the same letter
  if (dict.has(rect) && what instanceof PDFName && what.decodeText() !== 'Widget') for (const name of whose) dict.delete(name)
  // a signature: no changed file is signed
  if (dict.has(signed)) for (const name of dict.keys()) if (name !== kind) dict.delete(name)
}
