// Menu of a course's pages; on a phone a row of chips, on a tablet icons alone.
import { useQuery } from '@tanstack/react-query'
import {
  Gauge,
  ListChecks,
  Group,
  ListTree,
  type LucideIcon,
  MessagesSquare,
  Settings,
  TextAlignStart,
  TriangleAlert,
  Folder,
  UserRoundCheck,
  Users,
} from 'lucide-react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { classes } from '../../../ui/class-names.ts'
import { useCurrentInSight } from '../../../ui/current-in-sight.ts'
import { builtCoursePages, type CoursePageKey, coursePages } from './course-pages.ts'
import { type CoursePage, menuQuery } from './queries.ts'

type Entry = CoursePageKey | 'questions'
const icons: Record<Entry, LucideIcon> = {
  content: ListTree,
  outline: TextAlignStart,
  enrollments: Users,
  groups: Group,
  score: Gauge,
  questions: ListChecks,
  warning: TriangleAlert,
  resource: Folder,
  forum: MessagesSquare,
  attendance: UserRoundCheck,
  settings: Settings,
}
/** The visible pages of the course's navigation settings that are built; until they are loaded, every built page. `folded`: icons alone, beside a page that needs the width. */
export function CourseMenu({
  id,
  current,
  teaching,
  folded = false,
}: {
  id: string
  current: CoursePage
  /** Changes its content: the question banks stand before the settings. */
  teaching: boolean
  folded?: boolean
}) {
  const t = useTexts('course-page')
  const { data } = useQuery(menuQuery(id))
  const configured = data?.nav_setting
    .filter((entry) => entry.visible && (builtCoursePages as readonly string[]).includes(entry.key))
    .sort((a, b) => a.sort - b.sort)
    .map((entry) => entry.key as CoursePageKey)
  const pages: readonly Entry[] = configured ?? builtCoursePages
  const entries: readonly Entry[] = teaching
    ? [...pages.filter((key) => key !== 'settings'), 'questions', ...pages.filter((key) => key === 'settings')]
    : pages
  const row = useCurrentInSight<HTMLUListElement>(`${current} ${entries.length}`)
  return (
    <nav
      aria-label={t('courseMenu')}
      className={classes(
        'shrink-0 max-tablet:border-b max-tablet:border-line max-tablet:bg-surface tablet:w-[52px] tablet:border-r',
        !folded && 'small:w-[196px]',
      )}
    >
      <ul
        ref={row}
        className="flex gap-1 tablet:sticky tablet:top-[calc(var(--shown-bar)+56px)] tablet:flex-col tablet:gap-px tablet:p-2.5 tablet:pt-3.5 max-tablet:gap-2 max-tablet:overflow-x-auto max-tablet:px-4 max-tablet:pt-1 max-tablet:pb-2.5"
      >
        {entries.map((key) => {
          const Icon = icons[key]
          const isCurrent = key === current
          return (
            <li key={key} className="shrink-0">
              <Link
                to={key === 'questions' ? paths.questions(id) : coursePages[key](id)}
                aria-current={isCurrent ? 'page' : undefined}
                title={t(`menu.${key}`)}
                className={classes(
                  'flex min-h-[34px] items-center gap-2.5 rounded-control px-2.5 text-body font-medium max-tablet:min-h-9 max-tablet:rounded-full max-tablet:px-3.5',
                  folded ? 'tablet:justify-center tablet:px-0' : 'tablet:max-small:justify-center tablet:max-small:px-0',
                  isCurrent
                    ? 'bg-accent-soft font-semibold text-accent-soft-text max-tablet:bg-accent max-tablet:text-accent-on'
                    : 'text-text-2 hover:bg-hover max-tablet:bg-sunken',
                )}
              >
                <Icon aria-hidden size={18} strokeWidth={1.75} className="shrink-0 max-tablet:hidden" />
                <span className={folded ? 'tablet:screen-reader' : 'tablet:max-small:screen-reader'}>{t(`menu.${key}`)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
