// Files without the properties in which their author's name may stand. Pure; a file may unpack to gigabytes: stripper.ts alone calls it, under limits.
import { openArchive, packArchive, type Part } from '../processes/archive.ts'
import { detectFormat } from '../rows/kinds.ts'
import { strippedOpenDocument } from './open-document.ts'
import { strippedPackage, type Stripper } from './office-package.ts'
import { strippedGif, strippedJpeg, strippedPng, strippedWebp } from './pictures.ts'
import { endingOf, type StrippedExtension, strippingOf } from './stripped-kinds.ts'
import { strippedSvg } from './xml.ts'

type Strip = (bytes: Buffer, within: Stripper) => Buffer | Promise<Buffer>
const byExtension: Record<StrippedExtension, Strip> = {
  // its library takes a second to load
  pdf: async (bytes) => await (await import('./pdf.ts')).strippedPdf(bytes),
  docx: strippedPackage,
  xlsx: strippedPackage,
  pptx: strippedPackage,
  odt: strippedOpenDocument,
  ods: strippedOpenDocument,
  odp: strippedOpenDocument,
  jpg: strippedPicture,
  jpeg: strippedPicture,
  png: strippedPicture,
  gif: strippedPicture,
  webp: strippedPicture,
  bmp: strippedPicture,
  svg: strippedSvg,
  zip: strippedArchive,
}

/** Archives in archives, and documents in documents. */
const deepest = 3

/** Throws Encrypted, ERR_BUFFER_TOO_LARGE, or any error for a file that is broken or of a kind that cannot be stripped. */
export async function strip(bytes: Buffer, name: string, depth = 0): Promise<Buffer> {
  const how = strippingOf(name)
  if (how === 'none') return bytes
  if (how === 'no' || depth > deepest) throw new Error('no such kind')
  return await byExtension[endingOf(name) as StrippedExtension](bytes, (part, partName) => strip(part, partName, depth + 1))
}

/** By its bytes: a picture may have the ending of another kind. */
function strippedPicture(bytes: Buffer): Buffer {
  const format = detectFormat(bytes.subarray(0, 4096))
  if (format === 'bmp') return bytes
  const stripped = { jpeg: strippedJpeg, png: strippedPng, gif: strippedGif, webp: strippedWebp }[format as string]
  if (!stripped) throw new Error('no picture')
  return stripped(bytes)
}

/** Names of files stay: people gave them. */
async function strippedArchive(bytes: Buffer, within: Stripper): Promise<Buffer> {
  const archive = openArchive(bytes)
  const parts: Part[] = []
  for (const name of archive.names) {
    // what a Mac writes beside each file, and lists of folders
    if (name.startsWith('__MACOSX/') || /(^|\/)\.DS_Store$/.test(name)) continue
    const part = archive.bytes(name)!
    parts.push({ name, bytes: name.endsWith('/') ? part : await within(part, name) })
  }
  return packArchive(parts)
}
