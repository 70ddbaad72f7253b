// Every action of the course header (spec §2.2) as data: who sees it, in which state of the course, where it stands (look.md §3), and
// whether it is built. The header draws what this table offers; the gallery draws all of it.
import {
  ArrowLeft,
  ClipboardCheck,
  Copy,
  Download,
  Eye,
  EyeOff,
  Feather,
  Handshake,
  KeyRound,
  Layers,
  ListPlus,
  type LucideIcon,
  PackageOpen,
  Presentation,
  ScanSearch,
  Settings,
  Undo2,
  UserPlus,
  UserSearch,
} from 'lucide-react'
import type { Answer } from '../../client.ts'

type Course = Answer<'GET /api/courses/:id'>
/** What of a course decides. */
export type HeaderCourse = Pick<Course, 'can' | 'role' | 'simulating' | 'lite' | 'course_attributes'>
/** chip: the menu of the state chip; strip: the line under the header; people and course: the two groups of ⋯. */
export type Place = 'back' | 'chip' | 'seeAs' | 'secondary' | 'primary' | 'people' | 'course' | 'strip'
type Who = 'everybody' | 'teachers' | 'managers' | 'simulators'
type Action = {
  name: string
  who: Who
  place: Place
  icon: LucideIcon
  /** The line of spec §2.2 it comes from; ours have none. */
  of?: string
  built?: false
  when?: (course: HeaderCourse) => boolean
}

const published = ({ course_attributes }: HeaderCourse) => course_attributes.published
const reviewed = ({ course_attributes }: HeaderCourse) => course_attributes.data.review_status === 'reviewed'
const lite = 'switch between lite and normal course'
const preview = 'preview and cancel preview'
const role = 'role toggle (instructors simulate student or visitor)'

export const headerActions = [
  { name: 'back', who: 'everybody', place: 'back', icon: ArrowLeft, of: 'back' },
  { name: 'publish', who: 'teachers', place: 'chip', icon: Eye, of: 'publish and unpublish', when: (one) => !published(one) },
  { name: 'unpublish', who: 'teachers', place: 'chip', icon: EyeOff, of: 'publish and unpublish', when: published },
  { name: 'preview', who: 'teachers', place: 'chip', icon: ScanSearch, of: preview, when: (one) => one.can.simulate && !published(one) },
  { name: 'cancelPreview', who: 'everybody', place: 'strip', icon: Undo2, of: preview, when: (one) => one.simulating === 'preview' },
  {
    name: 'cancelInspect',
    who: 'everybody',
    place: 'strip',
    icon: Undo2,
    of: 'cancel inspect',
    when: (one) => one.simulating === 'inspect',
  },
  {
    name: 'leaveRole',
    who: 'everybody',
    place: 'strip',
    icon: Undo2,
    of: role,
    when: (one) => one.simulating === 'student' || one.simulating === 'visitor',
  },
  { name: 'seeAs', who: 'simulators', place: 'seeAs', icon: UserSearch, of: role, when: (one) => !one.simulating },
  { name: 'startClass', who: 'teachers', place: 'secondary', icon: Presentation, of: 'enter class mode', built: false },
  { name: 'review', who: 'managers', place: 'secondary', icon: ClipboardCheck, of: 'review (for managers)', when: (one) => !reviewed(one) },
  { name: 'addModule', who: 'teachers', place: 'primary', icon: ListPlus, of: 'add module' },
  { name: 'invite', who: 'teachers', place: 'people', icon: UserPlus, of: 'invite users', built: false },
  { name: 'accessCode', who: 'teachers', place: 'people', icon: KeyRound },
  { name: 'teamTeaching', who: 'teachers', place: 'people', icon: Handshake, built: false },
  { name: 'switchLite', who: 'teachers', place: 'course', icon: Feather, of: lite, when: (one) => !one.lite },
  { name: 'switchNormal', who: 'teachers', place: 'course', icon: Layers, of: lite, when: (one) => one.lite },
  { name: 'unreview', who: 'managers', place: 'course', icon: ClipboardCheck, of: 'review (for managers)', when: reviewed },
  { name: 'inspect', who: 'managers', place: 'course', icon: ScanSearch, when: (one) => one.role === null },
  { name: 'import', who: 'teachers', place: 'course', icon: PackageOpen, built: false },
  { name: 'copy', who: 'teachers', place: 'course', icon: Copy, built: false },
  { name: 'export', who: 'teachers', place: 'course', icon: Download, built: false },
  { name: 'settings', who: 'teachers', place: 'course', icon: Settings, built: false },
] as const satisfies readonly Action[]
export type HeaderAction = (typeof headerActions)[number]['name']
type Offered = { name: HeaderAction; place: Place; icon: LucideIcon }

const isOne: Record<Who, (course: HeaderCourse) => boolean> = {
  everybody: () => true,
  teachers: ({ can }) => can.teach,
  managers: ({ can }) => can.manage,
  simulators: ({ can }) => can.simulate,
}
const isBuilt = ({ built }: Action) => built !== false

/** What this person sees of this course now, in the table's order. `all`: also what is not built yet (the gallery). */
export const offered = (course: HeaderCourse, all = false): Offered[] =>
  (headerActions as readonly (Action & { name: HeaderAction })[]).filter(
    (one) => (all || isBuilt(one)) && isOne[one.who](course) && (one.when?.(course) ?? true),
  )
