// Texts that several items of a package are about: of files that they include or refer to, of sections of a test, of items without an interaction.
import { decodeText } from '@lyceum/kit/text/csv'
import type { NeutralQuestion, Note } from '../format.ts'
import { textOf, titleOf } from '../parts.ts'
import { childrenOf, localName, markupOf, within, type XmlElement } from '../xml.ts'
import { parseQti } from './parse.ts'
import { fileAt, mediumOf, type Package, pathFrom, textFileAt, tried } from './files.ts'

export type SharedTexts = ReturnType<typeof sharedTexts>

/** Each is read when the first item asks for it. */
export function sharedTexts(of: Package) {
  const found = new Map<string, NeutralQuestion>()
  const add = (ref: string, title: string, html: (notes: Note[]) => string): string | undefined => {
    const notes: Note[] = []
    const stem = html(notes)
    if (textOf(stem) === '' && !stem.includes('question-file:')) return undefined
    const named = [...(title || titleOf(stem))].slice(0, 200).join('')
    found.set(ref, {
      type: 'stimulus',
      title: named,
      stem,
      content: {},
      key: {},
      feedback: '',
      points: '1',
      tags: [],
      folder: [],
      notes,
      ref,
    })
    return ref
  }
  const sections = sectionsOf(of)
  return {
    found,
    /** Of a file that one at `path` names; undefined: there is none, or nothing in it. */
    ofFile(path: string, href: string): string | undefined {
      const ref = pathFrom(path, href)
      if (found.has(ref)) return ref
      const text = textFileAt(of, ref)
      return text && add(ref, text.title, text.html)
    },
    /** Of the section of a test that asks the item. */
    ofSection(path: string): string | undefined {
      const section = sections.get(path)
      if (!section) return undefined
      return found.has(section.ref)
        ? section.ref
        : add(section.ref, section.title, (notes) =>
            section.texts.map((text) => markupOf(text.children, (element) => mediumOf(of, section.path, element, notes))).join(''),
          )
    },
  }
}

type Section = { ref: string; path: string; title: string; texts: XmlElement[] }
/** By the path of an item: the nearest section with a text for who is examined. */
function sectionsOf(of: Package): Map<string, Section> {
  const sections = new Map<string, Section>()
  for (const [path, bytes] of of.files) {
    const text = /\.xml$/i.test(path) ? decodeText(bytes) : ''
    const test = /assessmentTest|qti-assessment-test/.test(text) ? tried(() => parseQti(text)) : undefined
    if (!test || localName(test) !== 'assessmentTest') continue
    // those within others come later, and are nearer
    for (const section of within(test, 'assessmentSection')) {
      const texts = childrenOf(section, 'rubricBlock').filter(forCandidates)
      if (texts.length === 0) continue
      const { title = '', identifier = '' } = section.attribs
      for (const { attribs } of within(section, 'assessmentItemRef'))
        sections.set(pathFrom(path, attribs.href ?? ''), { ref: `${path}#${identifier}`, path, title, texts })
    }
  }
  return sections
}
export const forCandidates = ({ attribs }: XmlElement): boolean => /(^|\s)candidate(\s|$)/.test(attribs.view ?? 'candidate')

/** Items of the manifest that need others: item → items, by their paths. */
export function dependenciesOf(of: Package): Map<string, string[]> {
  const bytes = fileAt(of, 'imsmanifest.xml')
  const root = bytes && tried(() => parseQti(decodeText(bytes)))
  const resources = root ? within(root, 'resource') : []
  const hrefOf = new Map(resources.map(({ attribs }) => [attribs.identifier ?? '', attribs.href ?? '']))
  return new Map(
    resources.map((one) => [
      one.attribs.href ?? '',
      childrenOf(one, 'dependency').flatMap(({ attribs }) => hrefOf.get(attribs.identifierref ?? '') ?? []),
    ]),
  )
}
