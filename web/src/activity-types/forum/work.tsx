// Students of a forum: the posts of each, what these are given by its rubric, their score, and how far they are in what its completion asks for.
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { type Student, StudentTable } from '../../parts/learning/activity/student-table.tsx'
import type { Activity } from '../../parts/learning/course/content.ts'
import { useRubric } from '../../parts/learning/rubrics/rubric-shown.tsx'
import { query } from '../../queries.ts'
import { percent } from '../../ui/format.ts'
import { StatusMark } from '../../ui/progress.tsx'
import type { Column } from '../../ui/table/table.tsx'
import { markHref } from './participation.ts'

export default function ForumWork({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  const say = useTexts('forum')
  const mark = useTexts('marking')
  const column: Column<Student> = {
    key: 'percent',
    head: t('readHead'),
    cell: (my) => (
      <span className="tabular inline-flex items-center gap-2">
        {my.completed && <StatusMark state="done" label={t('completed')} size={16} />}
        {!my.completed && percent(my.percent)}
      </span>
    ),
  }
  const rubric = useRubric(activity.id)
  const isMarked = (rubric.data?.criteria.length ?? 0) > 0
  const [params] = useSearchParams()
  // one of them is open above
  if (params.get('mark')) return null
  const byHand = activity.completion_criterion.kind === 'by_hand'
  return (
    <StudentTable
      activity={activity}
      title={t('students')}
      columns={({ items }) => {
        const people = items.map(({ person }) => person.id)
        const counted = (key: Counted, head: string): Column<Student> => ({
          key,
          head,
          cell: ({ person }) => <Count activity={activity.id} people={people} person={person.id} of={key} />,
        })
        return [
          counted('posts', say('postsHead')),
          counted('replies', say('repliesHead')),
          ...(activity.points ? [counted('score', say('scoreHead', { points: activity.points }))] : []),
          ...(isMarked
            ? [
                {
                  key: 'mark',
                  head: mark('title'),
                  card: 'end',
                  cell: ({ person }) => <Mark activity={activity} people={people} person={person} />,
                } satisfies Column<Student>,
              ]
            : []),
          ...(byHand ? [] : [column]),
        ]
      }}
    />
  )
}

/** All cells of a page share one read. */
function useParticipant(activity: string, people: string[], person: string) {
  const { data } = useQuery(
    query('GET /api/activities/:id/participation', {
      params: { id: activity },
      query: { page_size: people.length, conditions: JSON.stringify({ person_ids: people }) },
    }),
  )
  return data?.items.find((one) => one.person.id === person)
}

type Counted = 'posts' | 'replies' | 'score'
function Count({ activity, people, person, of }: { activity: string; people: string[]; person: string; of: Counted }) {
  const found = useParticipant(activity, people, person)
  return <span className="tabular">{found && (of === 'score' ? (found.cell?.points ?? '–') : found[of])}</span>
}

/** The way to a student's posts and their mark. */
function Mark({ activity, people, person }: { activity: Activity; people: string[]; person: Student['person'] }) {
  const t = useTexts('marking')
  const found = useParticipant(activity.id, people, person.id)
  const state = found?.mark?.state
  const label = t(state === 'done' ? 'state.done' : state === 'draft' ? 'state.started' : 'state.none')
  return (
    <Link
      to={markHref(activity, person.id)}
      data-action="participation.mark"
      aria-label={`${label}: ${person.name}`}
      className="inline-flex min-h-6 items-center gap-1.5 text-accent-text underline underline-offset-2"
    >
      {state === 'done' && <StatusMark state="done" label={label} size={16} />}
      {label}
    </Link>
  )
}
