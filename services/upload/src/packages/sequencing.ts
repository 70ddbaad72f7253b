// Sequencing of SCORM 2004 as data, with what an item takes over from the collection of its manifest.
import { BadPackage } from './bad-package.ts'
import { child, children, type Element } from './manifest-xml.ts'

/** An element of the manifest as it stands there, names without prefixes. */
export type Sequencing = { name: string; at: Record<string, string>; in: Sequencing[]; text: string }

const longestText = 4096
const plain = ({ name, at, in: inside, text }: Element): Sequencing => ({
  name,
  at,
  in: inside.map(plain),
  text: text.trim().slice(0, longestText),
})

/** Letters of all sequencing of one package, written as JSON. */
const mostLetters = 4 * 1024 * 1024

/**
 * The sequencing of items and of the organisation: what they say themselves, and of the one in the collection that they name what they do not say. Each of the collection is
 * converted once, however many name it. BadPackage tooLarge where all of it together is.
 */
export function sequencingReader(collection: Element | undefined): (element: Element) => Sequencing | null {
  const elements = new Map(children(collection, 'sequencing').map((one) => [one.at.ID, one]))
  const shared = new Map<string, { named: Sequencing; letters: number } | undefined>()
  const sharedOf = (id: string) => {
    const element = elements.get(id)
    if (element && !shared.has(id)) {
      const named = plain(element)
      shared.set(id, { named, letters: JSON.stringify(named).length })
    }
    return shared.get(id)
  }
  let letters = 0
  return (element) => {
    const own = child(element, 'sequencing')
    if (!own) return null
    const said = plain(own)
    const { named, letters: more = 0 } = (own.at.IDRef !== undefined && sharedOf(own.at.IDRef)) || {}
    letters += JSON.stringify(said).length + more
    if (letters > mostLetters) throw new BadPackage('package.tooLarge', { file: 'imsmanifest.xml' })
    if (!named) return said
    const names = new Set(said.in.map(({ name }) => name))
    return { ...said, at: { ...named.at, ...said.at }, in: [...said.in, ...named.in.filter(({ name }) => !names.has(name))] }
  }
}
