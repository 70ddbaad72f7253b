// Sequencing of SCORM 2004 as data, with what an item takes over from the collection of its manifest.
import { children, type Element } from './manifest-xml.ts'

/** An element of the manifest as it stands there, names without prefixes. */
export type Sequencing = { name: string; at: Record<string, string>; in: Sequencing[]; text: string }

const longestText = 4096
const plain = ({ name, at, in: inside, text }: Element): Sequencing => ({
  name,
  at,
  in: inside.map(plain),
  text: text.trim().slice(0, longestText),
})

/** The element itself, and of the one in the collection that it names what it does not say itself. */
export function withCollection(own: Element, collection: Element | undefined): Sequencing {
  const named = own.at.IDRef === undefined ? undefined : children(collection, 'sequencing').find(({ at }) => at.ID === own.at.IDRef)
  const said = plain(own)
  if (!named) return said
  const names = new Set(said.in.map(({ name }) => name))
  return { ...said, at: { ...named.at, ...said.at }, in: [...said.in, ...plain(named).in.filter(({ name }) => !names.has(name))] }
}
