// Header of an activity page, 56 px high: the way back to the course, title with course and module, progress, previous and next activity.
import { ChevronLeft, ChevronRight, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { BackLink } from '../../parts/base/page/back-link.tsx'
import { activityHref, definitionOf } from '../../activity-types.ts'
import type { ActivityRow, Content } from '../../parts/learning/course/content.ts'
import type { Answer } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { MyProgress } from '../../parts/learning/activity/my-progress.tsx'
import { moduleNumber } from '../../parts/learning/course/module-numbers.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { neighboursOf } from './neighbours.ts'

type ActivitySummary = Pick<ActivityRow, 'title' | 'type' | 'my' | 'completion_criterion' | 'module_id' | 'uploads'> &
  Partial<Pick<ActivityRow, 'state'>>

export function ActivityHeader({
  course,
  content,
  activity,
  id,
  courseId,
  tools,
  guest = false,
}: {
  course: Answer<'GET /api/courses/:id'> | undefined
  content: Content | undefined
  activity: ActivitySummary | undefined
  id: string
  courseId: string
  /** For who teaches, before the way to the neighbours. */
  tools?: ReactNode
  /** Nothing of a guest is recorded, so there is nothing to say how far they are. */
  guest?: boolean
}) {
  const t = useTexts('activity')
  const say = useTexts('kinds')
  const { before, after } = neighboursOf(content, id, course?.can.teach ?? false)
  const module = content?.modules.find((candidate) => candidate.id === activity?.module_id)
  const number = content && moduleNumber(content.modules, module?.id)
  const subtitle = [course && (course.display_name || course.name), module && (number ? `${number}. ${module.name}` : module.name)]
    .filter(Boolean)
    .join(' · ')
  return (
    <header className="sticky top-(--shown-bar) z-(--z-index-head) flex min-h-14 items-center gap-2.5 border-b border-line bg-surface py-2 pr-4 pl-3.5 [@media(max-height:400px)]:static max-tablet:pr-2">
      <BackLink to={paths.content(courseId)} label={t('backToCourse')} />
      {/* two lines on a phone: a long title takes both, and the course gives way to it */}
      <div className="flex min-w-0 flex-1 items-baseline gap-x-2.5 max-tablet:max-h-[2lh] max-tablet:flex-col max-tablet:overflow-hidden max-tablet:text-section">
        {activity && (
          <PageTitle
            title={activity.title}
            className="max-w-full font-title text-title font-bold tablet:truncate max-tablet:line-clamp-2 max-tablet:shrink-0 max-tablet:text-section"
          />
        )}
        {subtitle && <span className="max-w-full truncate text-small text-text-3 max-tablet:shrink-0">{subtitle}</span>}
      </div>
      {activity && course && !course.can.teach && !guest && (
        <span className="shrink-0 max-tablet:hidden">
          {activity.state === 'rework' ? (
            <Chip tone="warn" icon={RotateCcw}>
              {say('rework')}
            </Chip>
          ) : (
            <MyProgress my={activity.my} text={definitionOf(activity.type).progress(activity, say)} />
          )}
        </span>
      )}
      {tools}
      <nav aria-label={t('neighbours')} className="flex shrink-0 gap-2.5 max-tablet:gap-0">
        <Neighbour to={before} label={t('previous')} icon={ChevronLeft} />
        <Neighbour to={after} label={t('next')} icon={ChevronRight} />
      </nav>
    </header>
  )
}

function Neighbour({ to, label, icon: Icon }: { to: ActivityRow | undefined; label: string; icon: typeof ChevronLeft }) {
  const look =
    'inline-flex size-(--control) items-center justify-center rounded-control tablet:border tablet:border-line-mid tablet:bg-surface'
  if (!to)
    return (
      <span aria-hidden className={`${look} text-text-off`}>
        <Icon size={18} strokeWidth={1.75} />
      </span>
    )
  return (
    <Tooltip text={`${label}: ${to.title}`} labels>
      <Link
        to={activityHref(to)}
        aria-label={`${label}: ${to.title}`}
        data-action="activity.open"
        className={`${look} text-text-2 hover:bg-hover hover:text-text`}
      >
        <Icon aria-hidden size={18} strokeWidth={1.75} />
      </Link>
    </Tooltip>
  )
}
