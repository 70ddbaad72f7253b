// The tools of class mode, in the order of the rail: each with its icon, the panel of who teaches, and what it shows to everybody. A new one is
// a line here, and its text `tool.<id>`.
import { ChartColumn, Hand, type LucideIcon, Presentation, Shuffle, Timer, UserRoundCheck, UsersRound, Vote } from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { texts } from '../../i18n.ts'
import type { Texts } from '../../i18n/texts.ts'
import type { ClassState, Shown } from './queries.ts'

export type ToolId = Shown['view']
/** `session` is read again at every hint: a tool needs no reads of its own for it. */
export type TeacherProps = { session: ClassState }
/** `hall`: on the screen of the hall, signed in as who teaches; else on the phone of a student. */
export type ShownProps = { session: ClassState; hall: boolean }
type Loads<P> = () => Promise<{ default: ComponentType<P> }>
export type Tool = {
  id: ToolId
  icon: LucideIcon
  Teacher: LazyExoticComponent<ComponentType<TeacherProps>>
  Shown: LazyExoticComponent<ComponentType<ShownProps>>
  /** Students open it by themselves too, not only while it is shown to all. */
  open: boolean
  /** It can be shown to everybody. */
  shows: boolean
}

/** `features`: texts of other features that it needs. */
function tool(
  id: ToolId,
  icon: LucideIcon,
  teacher: Loads<TeacherProps>,
  shown: Loads<ShownProps>,
  { open = false, shows = true, features = [] }: { open?: boolean; shows?: boolean; features?: readonly (keyof Texts)[] } = {},
): Tool {
  const later = <P>(load: Loads<P>) => lazy(async () => (await Promise.all([load(), texts(...features)]))[0])
  return { id, icon, Teacher: later(teacher), Shown: later(shown), open, shows }
}

export const tools: readonly Tool[] = [
  tool(
    'roll_call',
    UserRoundCheck,
    () => import('./roll-call/teacher.tsx'),
    () => import('./roll-call/shown.tsx'),
    { open: true },
  ),
  tool(
    'vote',
    Vote,
    async () => (await Promise.all([import('./votes/teacher.tsx'), texts('votes', 'questions', 'upload')]))[0],
    async () => (await Promise.all([import('./votes/shown.tsx'), texts('votes', 'questions')]))[0],
    { open: true },
  ),
  tool(
    'questions',
    Hand,
    () => import('./hands/teacher.tsx'),
    () => import('./hands/shown.tsx'),
  ),
  tool(
    'pick',
    Shuffle,
    () => import('./pick/teacher.tsx'),
    () => import('./pick/shown.tsx'),
  ),
  tool(
    'timer',
    Timer,
    () => import('./timer/teacher.tsx'),
    () => import('./timer/shown.tsx'),
  ),
  tool(
    'groups',
    UsersRound,
    () => import('./groups/teacher.tsx'),
    () => import('./groups/shown.tsx'),
    { open: true },
  ),
  tool(
    'slides',
    Presentation,
    () => import('./slides/teacher.tsx'),
    () => import('./slides/shown.tsx'),
    { open: true, features: ['viewer'] },
  ),
  tool(
    'report',
    ChartColumn,
    async () =>
      (await Promise.all([import('./report/teacher.tsx'), texts('attendance', 'votes', 'questions', 'exports', 'tasks', 'errors')]))[0],
    () => import('./report/shown.tsx'),
    { shows: false },
  ),
]

export const toolOf = (id: string | null | undefined): Tool | undefined => tools.find((one) => one.id === id)
