// An ODT, ODS or ODP without its properties: meta.xml, the authors of comments and changes, versions, signatures, and settings of printers.
import { Encrypted, openArchive, packArchive, type Part } from '../processes/archive.ts'
import type { Stripper } from './office-package.ts'
import { withText, xmlText } from './xml.ts'

const manifest = 'META-INF/manifest.xml'
const empty = `<?xml version="1.0" encoding="UTF-8"?>\n<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.2"><office:meta/></office:document-meta>`
const dropped = /^(Versions\/|VersionList\.xml|Thumbnails\/|Configurations2\/|META-INF\/(?!manifest\.xml))|(^|\/)layout-cache$|\.rdf$/i

export async function strippedOpenDocument(bytes: Buffer, strip: Stripper): Promise<Buffer> {
  const archive = openArchive(bytes)
  if (archive.text(manifest)?.includes('encryption-data')) throw new Encrypted()
  if (!archive.names.includes('content.xml')) throw new Error('no document')
  const parts: Part[] = []
  for (const name of archive.names) {
    if (name.endsWith('/') || dropped.test(name)) continue
    const part = archive.bytes(name)!
    if (name === 'mimetype') parts.unshift({ name, bytes: part, stored: true })
    else parts.push({ name, bytes: await strippedPart(name, part, strip) })
  }
  return packArchive(parts)
}

async function strippedPart(name: string, bytes: Buffer, strip: Stripper): Promise<Buffer> {
  if (/(^|\/)meta\.xml$/.test(name)) return Buffer.from(empty)
  if (name === manifest) return Buffer.from(listed(xmlText(bytes)))
  if (name.endsWith('.xml')) return Buffer.from(strippedXml(xmlText(bytes)))
  // a view of an object, without a name's ending
  if (/^(ObjectReplacements\/|Fonts\/|Pictures\/[^/]*\.(svm|emf|wmf)$)/.test(name)) return bytes
  return await strip(bytes, name)
}
const listed = (xml: string) =>
  xml.replace(/<(?:[\w.-]+:)?file-entry\s[^<>]*full-path\s*=\s*"([^"]*)"[^<>]*>/g, (entry, path: string) =>
    dropped.test(path) ? '' : entry,
  )

function strippedXml(xml: string): string {
  let text = withText(xml, 'creator', 'Author')
  for (const name of ['creator-initials', 'sender-initials']) text = withText(text, name, 'A')
  return text.replace(/<(?:[\w.-]+:)?config-item\s[^<>]*"(?:Printer\w*|Rsid\w*|Current\w*)"[^<>]*>[^<]*<\/(?:[\w.-]+:)?config-item>/g, '')
}
