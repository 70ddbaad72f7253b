// The columns of the list of submissions.
import { CalendarPlus, Check, CircleDashed, ClockAlert, RotateCcw, Undo2, Users } from 'lucide-react'
import { Link } from 'react-router-dom'
import { type Translate, useTexts } from '../../../i18n.ts'
import type { Activity } from '../course/content.ts'
import type { ScreenColumn } from '../../base/table/table-screen.tsx'
import { paths } from '../../../paths.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { buttonLook } from '../../../ui/button.tsx'
import { Chip, Tile } from '../../../ui/marks/chip.tsx'
import { date, dateTime, list, near, percent } from '../../../ui/format.ts'
import type { Author, Row } from './list-rows.ts'
import { useSpan } from './span-text.ts'

/** "Mei Lin", or "Submission 17" where names are hidden. */
export function useAuthorName(): (author: Author) => string {
  const t = useTexts('work')
  return ({ kind, name, number }) => (kind === 'pseudonym' ? t('submissionNo', { number: number ?? 0 }) : (name ?? ''))
}

export function rowColumns(
  t: Translate<'work'>,
  nameOf: (author: Author) => string,
  activity: Pick<Activity, 'id' | 'course_id' | 'points'>,
  anonymous: boolean,
): ScreenColumn<Row>[] {
  return [
    {
      key: 'name',
      head: anonymous ? t('submission') : t('name'),
      sorts: !anonymous,
      text: ({ author }) => nameOf(author),
      cell: (row) => <Name row={row} name={nameOf(row.author)} />,
    },
    ...(anonymous
      ? []
      : [
          {
            key: 'user_no',
            head: t('userNo'),
            optional: 'hidden' as const,
            text: ({ author }: Row) => author.user_no ?? '',
            cell: ({ author }: Row) => <span className="tabular">{author.user_no}</span>,
          },
        ]),
    { key: 'state', head: t('state'), text: (row) => t(stateOf(row)), cell: (row) => <States row={row} />, card: 'below' },
    {
      key: 'submitted_at',
      head: t('handedInAt'),
      sorts: !anonymous,
      text: ({ submitted_at: at }) => (at ? (anonymous ? date : dateTime)(at) : ''),
      cell: ({ submitted_at: at, n }) =>
        at && (
          <span className="tabular">
            {(anonymous ? date : near)(at)}
            {n > 1 && <span className="block text-caption text-text-3">{t('timesHandedIn', { count: n })}</span>}
          </span>
        ),
    },
    ...(anonymous
      ? []
      : [
          {
            key: 'due',
            head: t('due'),
            optional: 'hidden' as const,
            text: ({ due }: Row) => (due ? dateTime(due) : ''),
            cell: ({ due }: Row) => due && <span className="tabular">{near(due)}</span>,
            card: 'more' as const,
          },
        ]),
    {
      key: 'files',
      head: t('files'),
      numeric: true,
      optional: true,
      text: ({ files }) => String(files),
      cell: ({ files, id }) => (id ? files : ''),
      card: 'more',
    },
    {
      key: 'similar',
      head: t('similar'),
      numeric: true,
      optional: 'hidden',
      text: ({ similar }) => (similar === null ? '' : String(similar)),
      cell: ({ similar }) => (similar === null ? '' : percent(similar)),
      card: 'more',
    },
    {
      key: 'points',
      head: t('pointsHead'),
      ...(activity.points && { under: t('pointsMax', { max: activity.points }) }),
      numeric: true,
      sorts: true,
      text: ({ points }) => points ?? '',
      cell: ({ points, marking, released }) =>
        points !== null ? (
          <span>
            {points}
            {!released && <span className="block text-caption text-text-3">{t('notReleased')}</span>}
          </span>
        ) : marking === 'started' ? (
          <span className="text-text-3">{t('begunMarking')}</span>
        ) : (
          ''
        ),
      card: 'end',
    },
    {
      key: 'mark',
      head: t('mark'),
      hideHead: true,
      cell: ({ id, author, marking }) =>
        id && (
          <Link
            to={paths.markWork(activity.course_id, activity.id, id)}
            aria-label={t(marking === 'done' ? 'lookOf' : 'markOf', { name: nameOf(author) })}
            className={buttonLook('secondary', 'sm')}
          >
            {t(marking === 'done' ? 'look' : 'mark')}
          </Link>
        ),
      card: 'more',
    },
  ]
}

const stateOf = ({ state, rework }: Row) =>
  rework
    ? ('state.rework' as const)
    : state === 'none'
      ? ('state.notHandedIn' as const)
      : state === 'returned'
        ? ('state.returned' as const)
        : ('state.handedIn' as const)

function States({ row }: { row: Row }) {
  const t = useTexts('work')
  const span = useSpan()
  const { state, rework, late_seconds: late, extended, due } = row
  const overdue = state === 'none' && due !== null && Date.parse(due) < Date.now()
  return (
    <span className="flex flex-wrap gap-1">
      <Chip
        tone={rework ? 'warn' : state === 'none' ? (overdue ? 'bad' : 'neutral') : state === 'returned' ? 'info' : 'ok'}
        icon={rework ? RotateCcw : state === 'none' ? (overdue ? ClockAlert : CircleDashed) : state === 'returned' ? Undo2 : Check}
      >
        {t(overdue ? 'state.overdue' : stateOf(row))}
      </Chip>
      {late > 0 && (
        <Chip tone="warn" icon={ClockAlert}>
          {t('lateBy', { span: span(late) })}
        </Chip>
      )}
      {extended && (
        <Chip tone="note" icon={CalendarPlus}>
          {t('state.extended')}
        </Chip>
      )}
    </span>
  )
}

function Name({ row: { author, members }, name }: { row: Row; name: string }) {
  if (author.kind === 'pseudonym') return <span className="tabular font-medium">{name}</span>
  return (
    <span className="flex items-center gap-2.5">
      {author.kind === 'group' ? (
        <Tile tone="neutral" icon={Users} size={26} />
      ) : (
        <Avatar id={author.id ?? ''} name={name} src={author.avatar ?? ''} size={26} />
      )}
      <span className="min-w-0">
        <span className="block font-medium">
          <bdi>{name}</bdi>
        </span>
        {members.length > 0 && author.kind === 'group' && (
          <span className="block text-caption text-text-3">{list(members.map((member) => member.name))}</span>
        )}
      </span>
    </span>
  )
}
