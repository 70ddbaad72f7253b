// The 17 groups of the management menu (spec §2.2) as data: the roles that see each group, and its entries, some by a permission. Only built ones
// are offered; the gallery draws all.
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
import { paths } from '../paths.ts'
import type { OrgRole, Permission } from '../session/session.ts'

type Entry = { name: string; to: string; built: boolean; needs?: Permission }
type Group = { name: string; icon: LucideIcon; may: readonly OrgRole[]; entries: readonly Entry[] }

const managers = ['educational_admin', 'admin', 'wg_admin'] as const
const admins = ['admin', 'wg_admin'] as const
const noEntries: readonly Entry[] = []

export const managementGroups: readonly Group[] = [
  { name: 'lesson', icon: BookMarked, may: managers, entries: [{ name: 'plan', to: paths.plan(), built: false }] },
  { name: 'stats', icon: BarChart3, may: managers, entries: noEntries },
  {
    name: 'course',
    icon: BookOpen,
    may: managers,
    entries: [
      { name: 'courses', to: paths.managementCourses(), built: true },
      { name: 'audit', to: paths.audit(), built: true },
      { name: 'terms', to: paths.terms(), built: true },
      { name: 'meetings', to: paths.meetings(), built: true, needs: 'calendar.manage' },
      { name: 'allowances', to: paths.allowances(), built: true, needs: 'allowances.change' },
      { name: 'questionnaires', to: paths.questionnaireTemplates(), built: true },
    ],
  },
  { name: 'curriculum', icon: GraduationCap, may: managers, entries: noEntries },
  { name: 'user', icon: Users, may: admins, entries: noEntries },
  { name: 'resource', icon: Folder, may: managers, entries: noEntries },
  {
    name: 'bulletin',
    icon: Bell,
    may: managers,
    entries: [
      { name: 'bulletins', to: paths.manageBulletins(), built: true, needs: 'bulletins.change' },
      { name: 'notificationRules', to: paths.notificationRules(), built: true, needs: 'org.change' },
    ],
  },
  { name: 'storage', icon: Database, may: admins, entries: noEntries },
  { name: 'warning', icon: TriangleAlert, may: managers, entries: noEntries },
  {
    name: 'reports',
    icon: FileText,
    may: managers,
    entries: [{ name: 'auditLog', to: paths.auditLog(), built: true, needs: 'audit.read' }],
  },
  { name: 'subject', icon: Archive, may: managers, entries: noEntries },
  { name: 'score', icon: Gauge, may: managers, entries: [{ name: 'scoreScales', to: paths.scoreScales(), built: true }] },
  { name: 'authz', icon: KeyRound, may: admins, entries: noEntries },
  { name: 'live class', icon: Radio, may: managers, entries: noEntries },
  { name: 'vtrs', icon: Captions, may: managers, entries: noEntries },
  { name: 'air', icon: Airplay, may: managers, entries: noEntries },
  { name: 'live capture', icon: Radio, may: managers, entries: noEntries },
]

export type May = (name: Permission) => boolean

/** The groups that these roles see, each with its built entries that they may open; groups without any are left out. `all` includes the unbuilt
 *  (gallery). */
export const managementFor = (roles: readonly OrgRole[], may: May, all = false): Group[] =>
  managementGroups
    .filter((group) => roles.some((role) => group.may.includes(role)))
    .map((group) => ({
      ...group,
      entries: group.entries.filter(({ built, needs }) => all || (built && (!needs || may(needs)))),
    }))
    .filter(({ entries }) => all || entries.length > 0)
