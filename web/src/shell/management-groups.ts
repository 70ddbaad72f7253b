// The 17 groups of the management menu (spec §2.2), each with the entries that the table of pages puts into it.
import {
  Airplay,
  Archive,
  BarChart3,
  Bell,
  BookMarked,
  BookOpen,
  Captions,
  Database,
  FileText,
  Folder,
  Gauge,
  GraduationCap,
  KeyRound,
  type LucideIcon,
  Radio,
  TriangleAlert,
  Users,
} from 'lucide-react'
import { managementEntries } from '../management.ts'
import type { ManagementGroup } from '../page.ts'
import type { Permission } from '../permissions.ts'

const icons = {
  lesson: BookMarked,
  stats: BarChart3,
  course: BookOpen,
  curriculum: GraduationCap,
  user: Users,
  resource: Folder,
  bulletin: Bell,
  storage: Database,
  warning: TriangleAlert,
  reports: FileText,
  subject: Archive,
  score: Gauge,
  authz: KeyRound,
  'live class': Radio,
  vtrs: Captions,
  air: Airplay,
  'live capture': Radio,
} satisfies Record<ManagementGroup, LucideIcon>

export const managementGroups = Object.entries(icons).map(([name, icon]) => ({
  name: name as ManagementGroup,
  icon,
  entries: managementEntries.filter(({ group }) => group === name),
}))

export type May = (name: Permission) => boolean

/** The groups with the entries that somebody may open; groups without any are left out. */
export const managementFor = (may: May) =>
  managementGroups
    .map((group) => ({ ...group, entries: group.entries.filter(({ needs }) => may(needs)) }))
    .filter(({ entries }) => entries.length > 0)
