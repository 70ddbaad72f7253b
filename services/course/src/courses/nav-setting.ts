// The course menu. Every member sees the same places; what only teachers work with is shown to them alone. A lite course keeps three.
import { type Standing, teaches } from '../../mirror/rules.ts'
import type { NavEntry } from './api.ts'

const entries: { key: NavEntry['key']; teachers?: true; lite?: true }[] = [
  { key: 'content', lite: true },
  { key: 'outline' },
  { key: 'enrollments', lite: true },
  { key: 'score' },
  { key: 'forum' },
  { key: 'resource' },
  { key: 'warning', teachers: true },
  { key: 'settings', teachers: true, lite: true },
]

export const navSetting = (standing: Standing, isLite: boolean): NavEntry[] =>
  entries.map(({ key, teachers, lite }, sort) => ({ key, sort, visible: (!teachers || teaches(standing)) && (!isLite || lite === true) }))
