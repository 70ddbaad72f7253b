// Activity types: their icons and tones in four families by use (read, watch, do, talk), and their addresses. Their names are in the activity
// texts, `type.<type>`.
import {
  BookOpenText,
  CirclePlay,
  ClipboardList,
  FileText,
  FileVideo2,
  Layers,
  ListChecks,
  type LucideIcon,
  MessagesSquare,
  Package,
  Presentation,
  Radio,
  SquarePen,
  Video,
} from 'lucide-react'
import type { Answer } from '../../client.ts'
import { paths } from '../../paths.ts'
import type { Tone } from '../../ui/chip.tsx'

export type Content = Answer<'GET /api/courses/:id/all-activities'>
export type ActivityRow = Content['activities'][number]
export type ActivityType = ActivityRow['type']
export type Module = Content['modules'][number]

export const typeLooks: Record<ActivityType, { icon: LucideIcon; tone: Tone }> = {
  material: { icon: FileText, tone: 'info' },
  page: { icon: BookOpenText, tone: 'info' },
  scorm: { icon: Package, tone: 'info' },
  learning_activity: { icon: Layers, tone: 'info' },
  online_video: { icon: CirclePlay, tone: 'accent' },
  live_lecture: { icon: Radio, tone: 'accent' },
  classroom: { icon: Presentation, tone: 'accent' },
  tencent_meeting: { icon: Video, tone: 'accent' },
  homework: { icon: SquarePen, tone: 'warn' },
  exam: { icon: ListChecks, tone: 'warn' },
  video_quiz: { icon: FileVideo2, tone: 'warn' },
  questionnaire: { icon: ClipboardList, tone: 'warn' },
  forum: { icon: MessagesSquare, tone: 'note' },
}
/** Types with a page in this product. */
export const builtTypes: readonly ActivityType[] = ['online_video', 'material', 'page']

/** The address of an activity's page; some types have one of their own (spec §2.1). */
export function activityHref({ id, course_id, type }: Pick<ActivityRow, 'id' | 'course_id' | 'type'>): string {
  if (type === 'exam') return paths.exam(course_id, id)
  if (type === 'classroom') return paths.classroom(course_id, id)
  if (type === 'live_lecture') return paths.live(course_id, id)
  return paths.activity(course_id, id)
}

/** Modules in order, each with its activities in order; those without a module come first, under `null`. */
export function byModule({
  modules,
  activities,
}: Pick<Content, 'modules' | 'activities'>): { module: Module | null; activities: ActivityRow[] }[] {
  const inOrder = (list: ActivityRow[]) => list.sort((a, b) => a.sort - b.sort)
  const loose = inOrder(activities.filter(({ module_id }) => module_id === null || !modules.some((module) => module.id === module_id)))
  const groups = [...modules]
    .sort((a, b) => a.sort - b.sort)
    .map((module) => ({ module, activities: inOrder(activities.filter(({ module_id }) => module_id === module.id)) }))
  return loose.length ? [{ module: null, activities: loose }, ...groups] : groups
}
