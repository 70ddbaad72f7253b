// A line of a match, for each part of the search: its sign, its name with the words marked, where it is, and for a text the place in it.
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { activityHref, definitionOf } from '../../activity-types.ts'
import { useTexts } from '../../i18n.ts'
import { coverOf } from '../../parts/learning/course/cover.ts'
import { fileLook } from '../../parts/base/files/file-icons.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { CourseCover } from '../../ui/marks/course-cover.tsx'
import { bytes, list } from '../../ui/format.ts'
import { Marked, markedOf } from './marked.tsx'
import type { Match, Part } from './queries.ts'

type LineProps = {
  to: string
  sign: ReactNode
  name: string
  keyword: string
  facts: readonly (string | null | undefined | false)[]
  children?: ReactNode
  state?: ReactNode
}

function MatchLine({ to, sign, name, keyword, facts, children, state }: LineProps) {
  return (
    <li className="border-line not-first:border-t">
      <Link to={to} data-match className="group flex items-center gap-3 px-3.5 py-2.5 hover:bg-hover focus-visible:-outline-offset-2">
        {sign}
        <span className="min-w-0 flex-1">
          <span className="block text-body font-medium break-words group-hover:underline">
            <Marked pieces={markedOf(name, keyword)} />
          </span>
          {facts.some(Boolean) && <span className="block text-caption break-words text-text-2">{facts.filter(Boolean).join(' · ')}</span>}
          {children}
        </span>
        {state}
      </Link>
    </li>
  )
}

const Sign = ({ icon: Icon }: { icon: typeof Lock }) => (
  <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-tile bg-sunken text-text-2">
    <Icon aria-hidden size={18} strokeWidth={1.75} />
  </span>
)

export function CourseLine({ match, keyword }: { match: Match<'courses'>; keyword: string }) {
  const { id, name, display_name, course_code, semester, instructors } = match
  return (
    <MatchLine
      to={paths.content(id)}
      sign={<CourseCover small {...coverOf(match)} className="size-9 shrink-0 rounded-tile" />}
      name={display_name || name}
      keyword={keyword}
      facts={[course_code, semester, list(instructors.slice(0, 3).map((one) => one.name))]}
    />
  )
}

export function ActivityLine({ match, keyword }: { match: Match<'activities'>; keyword: string }) {
  const t = useTexts('search')
  const { activity_id: id, course_id, course_name, type, title, published, course_published, available, excerpt } = match
  return (
    <MatchLine
      to={available ? activityHref({ id, course_id, type }) : paths.content(course_id)}
      sign={<Sign icon={available ? definitionOf(type).icon : Lock} />}
      name={title}
      keyword={keyword}
      facts={[course_name]}
      state={
        !published ? (
          <Chip tone="neutral">{t('draft')}</Chip>
        ) : !course_published ? (
          <Chip tone="warn" className="text-start max-tablet:max-w-[45%] max-tablet:whitespace-normal">
            {t('waiting')}
          </Chip>
        ) : (
          !available && <Chip tone="neutral">{t('notOpen')}</Chip>
        )
      }
    >
      {excerpt && (
        <span className="mt-0.5 block text-small break-words text-text-2">
          <Marked pieces={excerpt} />
        </span>
      )}
    </MatchLine>
  )
}

export function FileLine({ match, keyword }: { match: Match<'files'>; keyword: string }) {
  const t = useTexts('search')
  const { name, type, size, is_folder, course_id, course_name } = match
  return (
    <MatchLine
      to={paths.fileByName(course_id, name)}
      sign={<Sign icon={fileLook(type).icon} />}
      name={name}
      keyword={keyword}
      facts={[course_name ?? t('ownFiles'), !is_folder && bytes(size)]}
    />
  )
}

export function PersonLine({ match, keyword }: { match: Match<'people'>; keyword: string }) {
  const t = useTexts('search')
  const { id, name, user_no, avatar, role, courses, course_id, course_name } = match
  return (
    <MatchLine
      // who is in no course is found by who manages people
      to={course_id ? paths.memberByName(course_id, name) : paths.auditLog(id)}
      sign={<Avatar id={id} name={name} src={avatar} size={36} />}
      name={name}
      keyword={keyword}
      facts={[
        role && t(`role_${role}`),
        user_no,
        course_name && courses > 1 ? t('inCourses', { name: course_name, count: courses - 1 }) : course_name,
      ]}
    />
  )
}

export const lines = {
  courses: CourseLine,
  activities: ActivityLine,
  files: FileLine,
  people: PersonLine,
} satisfies { [P in Part]: (props: { match: Match<P>; keyword: string }) => ReactNode }
