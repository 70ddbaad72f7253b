// What a person can do where a part of the product is not built: the places that serve the same end.
import type { TextKey } from '../../i18n.ts'
import type { Unbuilt } from '../../pages.ts'
import { paths } from '../../paths.ts'

/** `course` is undefined outside of a course. */
type Place = (course: string | undefined) => string | undefined
type Way = Extract<TextKey<'unbuilt'>, `can.${string}`>

const ways: Record<Way, Place | undefined> = {
  'can.todo': () => paths.todo(),
  'can.inbox': () => paths.notifications(),
  'can.courses': () => paths.courses(),
  // by keys alone
  'can.find': undefined,
  'can.progress': (course) => course && paths.content(course),
  'can.content': (course) => course && paths.content(course),
  'can.members': (course) => course && paths.members(course),
  'can.files': () => paths.resources(),
  'can.audit': () => paths.auditLog(),
}

const byPart: Partial<Record<Unbuilt['unbuilt'], readonly Way[]>> = {
  scores: ['can.progress', 'can.todo'],
  statistics: ['can.progress', 'can.members'],
  warning: ['can.progress', 'can.members'],
  groupSet: ['can.members', 'can.content'],
  management: ['can.audit', 'can.courses'],
  alertList: ['can.find', 'can.audit'],
  orgRequest: ['can.inbox', 'can.courses'],
  tracking: ['can.files'],
  vtrs: ['can.courses'],
  viewer: ['can.files'],
}

/** Texts with their addresses; of what has no address the text alone. */
export function alternatives(part: Unbuilt['unbuilt'], course: string | undefined, manages: boolean): { text: Way; to?: string }[] {
  const wanted = byPart[part] ?? (course ? ['can.content', 'can.members'] : ['can.courses', 'can.inbox'])
  const possible = wanted.flatMap((text): { text: Way; to?: string }[] => {
    const place = ways[text]
    if (!place) return [{ text }]
    const to = text === 'can.audit' && !manages ? undefined : place(course)
    return to ? [{ text, to }] : []
  })
  return possible.length > 0 ? possible : [{ text: 'can.courses', to: paths.courses() }]
}
