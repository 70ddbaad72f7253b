// The course menu. Every member sees the same places; what only teachers work with is shown to them alone.
import { type Standing, teaches } from '../../mirror/rules.ts'
import type { NavEntry } from './api.ts'

const entries: { key: NavEntry['key']; teachers?: true }[] = [
  { key: 'content' },
  { key: 'outline' },
  { key: 'enrollments' },
  { key: 'score' },
  { key: 'forum' },
  { key: 'resource' },
  { key: 'warning', teachers: true },
  { key: 'settings', teachers: true },
]

export const navSetting = (standing: Standing): NavEntry[] =>
  entries.map(({ key, teachers }, sort) => ({ key, sort, visible: !teachers || teaches(standing) }))
