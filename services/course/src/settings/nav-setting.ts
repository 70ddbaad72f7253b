// The course menu: its order and what of it is put away, as its teachers have stored it. The teachers' own entries are visible to them alone, and
// guests see two. A lite course keeps three.
import type { Actor } from '@lyceum/kit/calls/actor'
import { type Fields, invalid } from '@lyceum/kit/calls/errors'
import type { Finder, Scope } from '@lyceum/kit/calls/routes'
import type { SqlRow } from '@lyceum/kit/database/sql-row'
import { type CourseAccess, type CourseScope, findCourse, teaches } from '../../mirror/rules.ts'
import { changeRow } from '../courses/change-row.ts'
import type { Deps } from '../deps.ts'
import type { Course } from '../generated/client.ts'
import type { NavEntry, NavKey, StoredEntry } from './api.ts'

/** In the order of a course that nobody has arranged. `kept` cannot be put away. */
const entries: { key: NavKey; teachers?: true; lite?: true; guests?: true; kept?: true }[] = [
  { key: 'content', lite: true, guests: true, kept: true },
  { key: 'outline', guests: true },
  { key: 'enrollments', lite: true },
  { key: 'groups' },
  { key: 'score' },
  { key: 'forum' },
  { key: 'attendance' },
  { key: 'resource' },
  { key: 'warning', teachers: true },
  { key: 'settings', teachers: true, lite: true, kept: true },
]
const entryOf = new Map(entries.map((entry) => [entry.key, entry]))

/** Every entry once: the stored ones in their order, each other one behind the entry that it follows by itself. */
export function arranged(stored: readonly StoredEntry[]): StoredEntry[] {
  const menu = stored.filter(({ key }, at) => entryOf.has(key) && stored.findIndex((one) => one.key === key) === at)
  entries.forEach(({ key }, at) => {
    if (menu.some((one) => one.key === key)) return
    const before = menu.findIndex((one) => one.key === entries[at - 1]?.key)
    menu.splice(before + 1, 0, { key, visible: true })
  })
  return menu.map(({ key, visible }) => ({ key, visible: visible || entryOf.get(key)?.kept === true }))
}

const navSetting = (access: CourseAccess, lite: boolean, stored: readonly StoredEntry[]): { nav_setting: NavEntry[] } => ({
  nav_setting: arranged(stored).map(({ key, visible: shown }, sort) => {
    const entry = entryOf.get(key)
    const visible = shown && (!entry?.teachers || teaches(access)) && (!lite || !!entry?.lite) && (!access.guest || !!entry?.guests)
    return { key, sort, shown, visible }
  }),
})

type NavRow = Pick<SqlRow<Course>, 'lite'> & { nav: StoredEntry[] | null }
/** Finds a course for the reader of its menu: the menu goes with the scope. */
export const findNav: Finder = async (tx, id, actor) => {
  const { row, ...scope } = await findCourse<NavRow>(tx, id, actor, { columns: ', c.lite, c.nav', from: 'courses c' })
  return { ...scope, menu: row } as Scope
}

export function readNavSetting(scope: CourseScope): { nav_setting: NavEntry[] } {
  const { menu } = scope as CourseScope & { menu: NavRow }
  return navSetting(scope.access, menu.lite, menu.nav ?? [])
}

/** 400 for an entry that is named twice, or that no course is without. */
export async function changeNavSetting(
  deps: Deps,
  actor: Actor,
  { access }: CourseScope,
  course: string,
  { nav_setting, version }: { nav_setting: StoredEntry[]; version?: number },
): Promise<{ nav_setting: NavEntry[] }> {
  const wrong: Fields = {}
  nav_setting.forEach(({ key, visible }, at) => {
    if (nav_setting.findIndex((one) => one.key === key) !== at) wrong[`nav_setting.${at}.key`] = 'field.choice'
    else if (!visible && entryOf.get(key)?.kept) wrong[`nav_setting.${at}.visible`] = 'course.menuKeeps'
  })
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  const row = await changeRow(deps, actor, course, version, () => ({ nav: arranged(nav_setting) }))
  return navSetting(access, row.lite, nav_setting)
}
