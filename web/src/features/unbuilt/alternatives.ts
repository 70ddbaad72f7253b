// Alternatives to a part of the product that is not built: the pages that serve the same end.
import type { TextKey } from '../../i18n.ts'
import type { Unbuilt } from '../../page.ts'
import { paths } from '../../paths.ts'

type Reader = {
  /** Undefined outside of a course. */
  course: string | undefined
  teaches: boolean
  audits: boolean
}
/** Undefined where it is not for this reader. */
type Alternative = (reader: Reader) => string | undefined
type Way = Extract<TextKey<'unbuilt'>, `can.${string}`>

const ways: Record<Way, Alternative | undefined> = {
  'can.todo': () => paths.todo(),
  'can.inbox': () => paths.notifications(),
  'can.courses': () => paths.courses(),
  // by keys alone
  'can.find': undefined,
  'can.students': ({ course, teaches }) => (course && teaches ? paths.studentsProgress(course) : undefined),
  'can.progress': ({ course }) => course && paths.content(course),
  'can.content': ({ course }) => course && paths.content(course),
  'can.members': ({ course }) => course && paths.members(course),
  'can.files': () => paths.resources(),
  'can.audit': ({ audits }) => (audits ? paths.auditLog() : undefined),
}

const byPart: Partial<Record<Unbuilt['unbuilt'], readonly Way[]>> = {
  scores: ['can.progress', 'can.todo'],
  statistics: ['can.students', 'can.progress', 'can.members'],
  warning: ['can.students', 'can.progress', 'can.members'],
  management: ['can.audit', 'can.courses'],
  alertList: ['can.find', 'can.audit'],
  tracking: ['can.files'],
  viewer: ['can.files'],
}

/** Texts with their addresses; of what has no address the text alone. */
export function alternatives(part: Unbuilt['unbuilt'], reader: Reader): { text: Way; to?: string }[] {
  const wanted = byPart[part] ?? (reader.course ? ['can.content', 'can.members'] : ['can.courses', 'can.inbox'])
  const possible = wanted.flatMap((text): { text: Way; to?: string }[] => {
    const place = ways[text]
    if (!place) return [{ text }]
    const to = place(reader)
    return to ? [{ text, to }] : []
  })
  return possible.length > 0 ? possible : [{ text: 'can.courses', to: paths.courses() }]
}
