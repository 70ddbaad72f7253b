// A paper while it is written: sections and entries with keys of their own, changes of them, the request made from them. Pure.
import type { Answer, CallInput } from '../../../client.ts'

export type Paper = Answer<'GET /api/activities/:id/paper'>
type Body = CallInput<'PUT /api/activities/:id/paper'>['body']
type SectionOf = Paper['sections'][number]
export type Draw = NonNullable<SectionOf['entries'][number]['draw']>
export type PaperQuestion = NonNullable<SectionOf['entries'][number]['question']>

/** `key` names it on the page alone. */
export type Entry = {
  key: string
  question_id?: string
  version_id?: string
  draw?: Draw
  points: string
  question: PaperQuestion | null
  there: number | null
}
export type Section = Omit<SectionOf, 'entries'> & { entries: readonly Entry[] }

let made = 0
const keyed = () => `entry ${++made}`

/** The paper as it is read, its entries with the keys they had. */
export function draftOf(paper: Paper, before: readonly Section[] = []): Section[] {
  return paper.sections.map((section, at) => ({
    ...section,
    entries: section.entries.map((entry, nth): Entry => {
      const same = before[at]?.entries[nth]
      const isSame = same && same.question_id === entry.question_id && Boolean(same.draw) === Boolean(entry.draw)
      return { ...entry, key: isSame ? same.key : keyed() }
    }),
  }))
}

const sorted = (value: object) =>
  JSON.stringify(value, (_, one: unknown) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
/** Sections of another visit of the page, with keys of this one. */
export const keyedAnew = (sections: readonly Section[]): Section[] =>
  sections.map((section) => ({ ...section, entries: section.entries.map((entry) => ({ ...entry, key: keyed() })) }))

/** The draft of a paper on this device: none beyond the server's version, one over the version that is there, or over an older one. */
export function whatIsKept(kept: { version: number; sections: readonly Section[] }, paper: Paper): 'nothing' | 'change' | 'conflict' {
  const there = paper.sections.map(
    (section, at): Section => ({
      ...section,
      // an entry that was added names its version once the server has it
      entries: section.entries.map(({ version_id, ...entry }, nth) => ({
        ...entry,
        key: '',
        ...(version_id && kept.sections[at]?.entries[nth]?.version_id && { version_id }),
      })),
    }),
  )
  if (sorted(bodyOf(kept.sections, 0)) === sorted(bodyOf(there, 0))) return 'nothing'
  return kept.version === paper.version ? 'change' : 'conflict'
}

const pointsPattern = /^\d{1,4}(\.\d{1,4})?$/
export const isPoints = (text: string) => pointsPattern.test(text)

export const bodyOf = (sections: readonly Section[], version: number): Body => ({
  version,
  sections: sections.map(({ entries, ...section }) => ({
    ...section,
    entries: entries.map(({ question_id, version_id, draw, points }) => ({
      ...(question_id !== undefined && { question_id }),
      ...(version_id !== undefined && { version_id }),
      ...(draw !== undefined && { draw }),
      points: isPoints(points) ? points : '0',
    })),
  })),
})

/** Ten-thousandths, so that sums are exact. */
const units = (points: string): number => (isPoints(points) ? Math.round(Number(points) * 10_000) : 0)
export const sumOf = (sections: readonly Pick<Section, 'entries'>[]): string =>
  String(
    sections.reduce(
      (sum, { entries }) => sum + entries.reduce((part, { points, draw }) => part + units(points) * (draw?.count ?? 1), 0),
      0,
    ) / 10_000,
  )
/** A text that questions share is none. */
export const questionsIn = ({ draw, question }: Pick<Entry, 'draw' | 'question'>): number =>
  draw?.count ?? (question?.type === 'stimulus' ? 0 : 1)
export const countOf = (sections: readonly Pick<Section, 'entries'>[]): number =>
  sections.reduce((sum, { entries }) => sum + entries.reduce((part, entry) => part + questionsIn(entry), 0), 0)

export const newSection = (): Section => ({
  id: crypto
    .getRandomValues(new Uint32Array(2))
    .reduce((id, part) => id + part.toString(36), 's')
    .slice(0, 14),
  title: '',
  text: '',
  entries: [],
})

export const withEntries = (sections: readonly Section[], section: string, added: readonly Omit<Entry, 'key'>[]): Section[] => {
  const all = sections.length > 0 ? sections : [newSection()]
  const target = all.some(({ id }) => id === section) ? section : all.at(-1)?.id
  return all.map((one) =>
    one.id === target ? { ...one, entries: [...one.entries, ...added.map((entry) => ({ ...entry, key: keyed() }))] } : one,
  )
}

/** Moved into a section, before an entry of it or to its end. */
export function withMovedEntry(sections: readonly Section[], key: string, to: { group: string; before: string | undefined }): Section[] {
  const moved = sections.flatMap(({ entries }) => entries).find((entry) => entry.key === key)
  if (!moved) return [...sections]
  return sections.map((section) => {
    const rest = section.entries.filter((entry) => entry.key !== key)
    if (section.id !== to.group) return { ...section, entries: rest }
    const at = to.before === undefined ? rest.length : rest.findIndex((entry) => entry.key === to.before)
    return { ...section, entries: [...rest.slice(0, at < 0 ? rest.length : at), moved, ...rest.slice(at < 0 ? rest.length : at)] }
  })
}
