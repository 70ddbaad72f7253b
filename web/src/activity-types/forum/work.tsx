// Students of a forum: the posts of each by name, their score, and how far they are in what its completion asks for.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n.ts'
import { type Student, StudentTable } from '../../parts/learning/activity/student-table.tsx'
import type { Activity } from '../../parts/learning/course/content.ts'
import { query } from '../../queries.ts'
import { percent } from '../../ui/format.ts'
import { StatusMark } from '../../ui/progress.tsx'
import type { Column } from '../../ui/table/table.tsx'

export default function ForumWork({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  const say = useTexts('forum')
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
          ...(byHand ? [] : [column]),
        ]
      }}
    />
  )
}

type Counted = 'posts' | 'replies' | 'score'
/** All cells of a page share one read. */
function Count({ activity, people, person, of }: { activity: string; people: string[]; person: string; of: Counted }) {
  const { data } = useQuery(
    query('GET /api/activities/:id/participation', {
      params: { id: activity },
      query: { page_size: people.length, conditions: JSON.stringify({ person_ids: people }) },
    }),
  )
  const found = data?.items.find((one) => one.person.id === person)
  return <span className="tabular">{found && (of === 'score' ? (found.cell?.points ?? '–') : found[of])}</span>
}
