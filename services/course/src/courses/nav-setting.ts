// The course menu. Every member sees the same places; the teachers' own are visible to them alone, and guests see two. A lite course keeps three.
import { sharedReads } from '@lyceum/kit/database/connections'
import { one } from '@lyceum/kit/database/database'
import type { SqlRow } from '@lyceum/kit/database/sql-row'
import { type CourseAccess, teaches } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import type { Course } from '../generated/client.ts'
import type { NavEntry } from './api.ts'

const entries: { key: NavEntry['key']; teachers?: true; lite?: true; guests?: true }[] = [
  { key: 'content', lite: true, guests: true },
  { key: 'outline', guests: true },
  { key: 'enrollments', lite: true },
  { key: 'score' },
  { key: 'forum' },
  { key: 'resource' },
  { key: 'warning', teachers: true },
  { key: 'settings', teachers: true, lite: true },
]

const navSetting = (access: CourseAccess, isLite: boolean): NavEntry[] =>
  entries.map(({ key, teachers, lite, guests }, sort) => ({
    key,
    sort,
    visible: (!teachers || teaches(access)) && (!isLite || lite === true) && (!access.guest || guests === true),
  }))

export async function readNavSetting({ pool }: Deps, access: CourseAccess, course: string): Promise<{ nav_setting: NavEntry[] }> {
  const row = await one<Pick<SqlRow<Course>, 'lite'>>(sharedReads(pool), 'select lite from courses where id = $1', course)
  return { nav_setting: navSetting(access, row?.lite ?? false) }
}
