// A DOCX, XLSX or PPTX without its properties: the parts that its document leads to, without authors, users, places on their computers and
// the marks by which programs know them again. Words that a person wrote stay.
import { posix } from 'node:path'
import { openArchive, packArchive, type Part } from '../processes/archive.ts'
import { withAttributes, withoutAttributes, withoutElements, withText, xmlText } from './xml.ts'

/** Strips a file within a file: one of a kind that cannot be stripped throws. */
export type Stripper = (bytes: Buffer, name: string) => Promise<Buffer>

const document = 'officeDocument'
/** Kinds of relationships that lead to what is of people, programs and signatures alone. */
const dropped = new Set(
  'core-properties extended-properties custom-properties thumbnail customXml attachedTemplate people changesInfo revisionInfo revisionHeaders revisionLog usernames origin signature mailMergeSource mailMergeHeaderSource mailMergeRecipientData printerSettings customProperty'.split(
    ' ',
  ),
)
type Relationship = { xml: string; type: string; target: string; external: boolean; id: string }

const attribute = (xml: string, name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(xml)
    ?.slice(1)
    .find((one) => one !== undefined) ?? ''
const relationshipsOf = (text: string | undefined): Relationship[] =>
  [...(text ?? '').matchAll(/<(?:[\w.-]+:)?Relationship\s[^<>]*>/g)].map(([xml]) => ({
    xml,
    id: attribute(xml, 'Id'),
    type: attribute(xml, 'Type').split('/').at(-1)!,
    target: attribute(xml, 'Target'),
    external: attribute(xml, 'TargetMode') === 'External',
  }))

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const rels = (list: readonly Relationship[]) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(({ xml }) => (xml.endsWith('/>') ? xml : `${xml.slice(0, -1)}/>`).replace(/^<[\w.-]+:/, '<'))
    .join('')}</Relationships>`
/** A file on the author's computer is called by its name alone. */
const placeless = (one: Relationship): Relationship =>
  one.external && /^(file:|[a-z]:|\\\\|%5c)/i.test(one.target)
    ? {
        ...one,
        xml: one.xml.replace(
          /(\sTarget\s*=\s*)(?:"[^"]*"|'[^']*')/,
          (_, head: string) => `${head}"${quoted(`file:///${one.target.split(/[\\/]|%5c/i).at(-1)}`)}"`,
        ),
      }
    : one

const relsOf = (name: string) => posix.join(posix.dirname(name), '_rels', `${posix.basename(name)}.rels`)

export async function strippedPackage(bytes: Buffer, strip: Stripper): Promise<Buffer> {
  const archive = openArchive(bytes)
  const types = archive.text('[Content_Types].xml')
  const root = relationshipsOf(archive.text('_rels/.rels')).filter(({ type, external }) => type === document && !external)
  if (!types || root.length !== 1) throw new Error('no document')
  const parts: Part[] = [{ name: '_rels/.rels', bytes: Buffer.from(rels(root)) }]
  const waiting = [root[0]!.target.replace(/^\//, '')]
  const seen = new Set(waiting)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const [listed, part] = [archive.bytes(relsOf(name)), archive.bytes(name)]
    if (!part) continue
    const all = relationshipsOf(listed && xmlText(listed)).map(placeless)
    const kept = all.filter(({ type }) => !dropped.has(type))
    const gone = all.flatMap((one) => (kept.includes(one) ? [] : [one.id]))
    parts.push({ name, bytes: await strippedPart(name, part, gone, strip) })
    if (listed) parts.push({ name: relsOf(name), bytes: Buffer.from(rels(kept)) })
    for (const { target, external } of kept) {
      const to = posix.resolve('/', posix.dirname(name), decoded(target.split('#')[0]!)).slice(1)
      if (external || to === '' || seen.has(to)) continue
      seen.add(to)
      waiting.push(to)
    }
  }
  if (!parts.some(({ name }) => !name.endsWith('.rels'))) throw new Error('no document')
  return packArchive([
    { name: '[Content_Types].xml', bytes: Buffer.from(typesOf(types, new Set(parts.map(({ name }) => name)))) },
    ...parts,
  ])
}
const decoded = (target: string): string => {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
/** Without those of parts that are gone. */
const typesOf = (types: string, kept: ReadonlySet<string>) =>
  types.replace(/<(?:[\w.-]+:)?Override\s[^<>]*>(?:\s*<\/(?:[\w.-]+:)?Override>)?/g, (one) =>
    kept.has(attribute(one, 'PartName').replace(/^\//, '')) ? one : '',
  )

async function strippedPart(name: string, bytes: Buffer, gone: readonly string[], strip: Stripper): Promise<Buffer> {
  if (/\.(xml|vml)$/i.test(name)) return Buffer.from(strippedXml(xmlText(bytes), gone))
  // an object of another program: only some of them have properties
  if (/\.(bin|ole)$/i.test(name)) {
    if (bytes.includes(Buffer.from('SummaryInformation', 'utf16le'))) throw new Error('an object with properties')
    return bytes
  }
  // fonts, and drawings that have no properties
  if (/\.(odttf|fntdata|ttf|otf|emf|wmf|wdp|glb)$/i.test(name)) return bytes
  return await strip(bytes, name)
}

/** Of people, in each kind of document and its older forms. */
const people = ['author', 'lastModifiedBy', 'refreshedBy', 'userName', 'reservedBy']
const elements = ['rsids', 'docId', 'mailMerge', 'docVars', 'attachedTemplate', 'absPath', 'customProperties']
const timed =
  /(<(?:[\w.-]+:)?(?:ins|del|moveFrom|moveTo|comment|threadedComment|cm|\w+Change|\w+RangeStart|cell(?:Ins|Del|Merge))\s[^<>]*?)\s(?:[\w.-]+:)?(?:date|dt|dT)\s*=\s*(?:"[^"]*"|'[^']*')/g
/** A person's element, at the begin of a list of people. */
const listOfPeople = /<(?:[\w.-]+:)?(?:cmAuthorLst|authorLst|personList)\b/

function strippedXml(xml: string, gone: readonly string[]): string {
  let text = withAttributes(withoutAttributes(xml, 'rsid\\w*', 'dateUtc'), people, 'Author')
  text = withAttributes(text, ['initials'], 'A').replace(timed, '$1')
  text = withoutElements(text, ...elements).replace(/\b([a-z]:\\+users\\+)[^\\"<>]+/gi, '$1author')
  if (listOfPeople.test(text)) text = numbered(withAttributes(text, ['userId', 'providerId'], 'None'))
  if (/<(?:[\w.-]+:)?authors>/.test(text)) text = nameless(text)
  // what pointed to a part that is gone
  const ids = new Set(gone)
  return text.replace(/\s[\w.-]+:id\s*=\s*(?:"([^"]*)"|'([^']*)')/g, (whole, one?: string, other?: string) =>
    ids.has(one ?? other ?? '') ? '' : whole,
  )
}
const numbered = (xml: string) => {
  let nth = 0
  return xml.replace(/(\s(?:displayName|name)\s*=\s*)(?:"[^"]*"|'[^']*')/g, (_, head: string) => `${head}"Author ${++nth}"`)
}

/** The comments of a sheet: programs begin each with its author's name. */
function nameless(xml: string): string {
  const authors = [...xml.matchAll(/<(?:[\w.-]+:)?author(?:\s[^<>]*)?>([^<]+)</g)].map(([, author]) => author!.trim()).filter(Boolean)
  let text = withText(xml, 'author', 'Author')
  for (const author of authors) text = text.replaceAll(`>${author}:`, '>Author:')
  return text
}
