// The 17 groups of the management menu (spec §2.2) as data: the roles that see each group, and its entries. Only built ones are offered;
// the gallery draws all.
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
import type { OrgRole } from '../session.ts'

type Entry = { name: string; to: string; built: boolean }
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
      { name: 'meetings', to: paths.meetings(), built: true },
      { name: 'allowances', to: paths.allowances(), built: true },
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
      { name: 'bulletins', to: paths.manageBulletins(), built: true },
      { name: 'notificationRules', to: paths.notificationRules(), built: true },
    ],
  },
  { name: 'storage', icon: Database, may: admins, entries: noEntries },
  { name: 'warning', icon: TriangleAlert, may: managers, entries: noEntries },
  { name: 'reports', icon: FileText, may: managers, entries: [{ name: 'auditLog', to: paths.auditLog(), built: true }] },
  { name: 'subject', icon: Archive, may: managers, entries: noEntries },
  { name: 'score', icon: Gauge, may: managers, entries: [{ name: 'scoreScales', to: paths.scoreScales(), built: true }] },
  { name: 'authz', icon: KeyRound, may: admins, entries: noEntries },
  { name: 'live class', icon: Radio, may: managers, entries: noEntries },
  { name: 'vtrs', icon: Captions, may: managers, entries: noEntries },
  { name: 'air', icon: Airplay, may: managers, entries: noEntries },
  { name: 'live capture', icon: Radio, may: managers, entries: noEntries },
]

/** The groups that these roles see, each with its built entries; groups without any are left out. `all` includes the unbuilt (gallery). */
export const managementFor = (roles: readonly OrgRole[], all = false): Group[] =>
  managementGroups
    .filter(({ may }) => roles.some((role) => may.includes(role)))
    .map((group) => ({ ...group, entries: all ? group.entries : group.entries.filter(({ built }) => built) }))
    .filter(({ entries }) => all || entries.length > 0)
