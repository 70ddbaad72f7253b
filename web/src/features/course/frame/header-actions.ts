// Actions of the course header (spec §2.2) as data: audience, condition on the course's state, slot in the header (look.md §3), and
// whether each is built. The header draws the offered ones, the gallery all of them.
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
  LayoutTemplate,
  ListOrdered,
  ListPlus,
  type LucideIcon,
  Megaphone,
  PackageOpen,
  Presentation,
  ScanSearch,
  Settings,
  Trash2,
  Undo2,
  UserPlus,
  UserSearch,
} from 'lucide-react'
import type { Answer } from '../../../client.ts'

type Course = Answer<'GET /api/courses/:id'>
/** The fields of a course that decide over its actions. */
export type HeaderCourse = Pick<Course, 'can' | 'role' | 'simulating' | 'lite' | 'learning_mode' | 'course_attributes' | 'template'>
/** chip: the menu of the state chip; strip: the line under the header; people and course: the two groups of the ⋯ menu. */
export type HeaderSlot = 'back' | 'chip' | 'seeAs' | 'secondary' | 'primary' | 'people' | 'course' | 'strip'
type Audience =
  | 'everybody'
  | 'teachers'
  | 'leaders'
  | 'publishers'
  | 'changers'
  | 'managers'
  | 'inspectors'
  | 'simulators'
  | 'copiers'
  | 'writers'
type Action = {
  name: string
  audience: Audience
  slot: HeaderSlot
  icon: LucideIcon
  /** Its line in spec §2.2; Lyceum's own actions have none. */
  specLine?: string
  built?: false
  when?: (course: HeaderCourse) => boolean
}

const published = ({ course_attributes }: HeaderCourse) => course_attributes.published
const reviewed = ({ course_attributes }: HeaderCourse) => course_attributes.data.review_status === 'reviewed'
const lite = 'switch between lite and normal course'
const preview = 'preview and cancel preview'
const role = 'role toggle (instructors simulate student or visitor)'

export const headerActions = [
  { name: 'back', audience: 'everybody', slot: 'back', icon: ArrowLeft, specLine: 'back' },
  {
    name: 'publish',
    audience: 'publishers',
    slot: 'chip',
    icon: Eye,
    specLine: 'publish and unpublish',
    when: (course) => !published(course),
  },
  { name: 'unpublish', audience: 'publishers', slot: 'chip', icon: EyeOff, specLine: 'publish and unpublish', when: published },
  {
    name: 'preview',
    audience: 'teachers',
    slot: 'chip',
    icon: ScanSearch,
    specLine: preview,
    when: (course) => course.can.simulate && !published(course),
  },
  {
    name: 'cancelPreview',
    audience: 'everybody',
    slot: 'strip',
    icon: Undo2,
    specLine: preview,
    when: (course) => course.simulating === 'preview',
  },
  {
    name: 'cancelInspect',
    audience: 'everybody',
    slot: 'strip',
    icon: Undo2,
    specLine: 'cancel inspect',
    when: (course) => course.simulating === 'inspect',
  },
  {
    name: 'leaveRole',
    audience: 'everybody',
    slot: 'strip',
    icon: Undo2,
    specLine: role,
    when: (course) => course.simulating === 'student' || course.simulating === 'visitor',
  },
  { name: 'seeAs', audience: 'simulators', slot: 'seeAs', icon: UserSearch, specLine: role, when: (course) => !course.simulating },
  { name: 'startClass', audience: 'leaders', slot: 'secondary', icon: Presentation, specLine: 'enter class mode' },
  { name: 'bulletin', audience: 'writers', slot: 'secondary', icon: Megaphone },
  {
    name: 'review',
    audience: 'managers',
    slot: 'secondary',
    icon: ClipboardCheck,
    specLine: 'review (for managers)',
    when: (course) => !reviewed(course),
  },
  { name: 'addModule', audience: 'teachers', slot: 'primary', icon: ListPlus, specLine: 'add module' },
  { name: 'invite', audience: 'teachers', slot: 'people', icon: UserPlus, specLine: 'invite users' },
  { name: 'accessCode', audience: 'teachers', slot: 'people', icon: KeyRound },
  { name: 'teamTeaching', audience: 'teachers', slot: 'people', icon: Handshake, when: ({ can }) => can.appoint },
  { name: 'switchLite', audience: 'changers', slot: 'course', icon: Feather, specLine: lite, when: (course) => !course.lite },
  { name: 'switchNormal', audience: 'changers', slot: 'course', icon: Layers, specLine: lite, when: (course) => course.lite },
  {
    name: 'checkpointsOn',
    audience: 'changers',
    slot: 'course',
    icon: ListOrdered,
    when: ({ lite, learning_mode }) => !lite && learning_mode !== 'checkpoint',
  },
  {
    name: 'checkpointsOff',
    audience: 'changers',
    slot: 'course',
    icon: ListOrdered,
    when: (course) => course.learning_mode === 'checkpoint',
  },
  { name: 'unreview', audience: 'managers', slot: 'course', icon: ClipboardCheck, specLine: 'review (for managers)', when: reviewed },
  { name: 'inspect', audience: 'inspectors', slot: 'course', icon: ScanSearch, when: (course) => course.role === null },
  { name: 'import', audience: 'teachers', slot: 'course', icon: PackageOpen, built: false },
  {
    name: 'copy',
    audience: 'copiers',
    slot: 'course',
    icon: Copy,
    when: ({ course_attributes: { data } }) => data.course_importer_status !== 0,
  },
  { name: 'offer', audience: 'managers', slot: 'course', icon: LayoutTemplate, when: ({ template }) => !template },
  { name: 'offerNoMore', audience: 'managers', slot: 'course', icon: LayoutTemplate, when: ({ template }) => template },
  { name: 'export', audience: 'teachers', slot: 'course', icon: Download, built: false },
  { name: 'bin', audience: 'teachers', slot: 'course', icon: Trash2, when: ({ can }) => can.delete_content },
  { name: 'settings', audience: 'changers', slot: 'course', icon: Settings },
] as const satisfies readonly Action[]
export type HeaderAction = (typeof headerActions)[number]['name']
type OfferedAction = { name: HeaderAction; slot: HeaderSlot; icon: LucideIcon }

const belongsTo: Record<Audience, (course: HeaderCourse) => boolean> = {
  everybody: () => true,
  teachers: ({ can }) => can.teach,
  leaders: ({ can }) => can.attendance,
  writers: ({ can }) => can.announce,
  copiers: ({ can }) => can.copy,
  publishers: ({ can }) => can.publish,
  changers: ({ can }) => can.change,
  managers: ({ can }) => can.manage,
  inspectors: ({ can }) => can.inspect,
  simulators: ({ can }) => can.simulate,
}
const isBuilt = ({ built }: Action) => built !== false

/** The actions this person has on this course now, in the table's order. `withUnbuilt`: also those that are not built yet. */
export const offeredActions = (course: HeaderCourse, withUnbuilt = false): OfferedAction[] =>
  (headerActions as readonly (Action & { name: HeaderAction })[]).filter(
    (action) => (withUnbuilt || isBuilt(action)) && belongsTo[action.audience](course) && (action.when?.(course) ?? true),
  )
