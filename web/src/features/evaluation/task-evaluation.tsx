// The evaluation of a task for who teaches: of every work the parts that are given, and what they make.
import { PenLine } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Answer } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { usePaged } from '../../parts/base/page/paged.ts'
import { type ScreenColumn, TableScreen } from '../../parts/base/table/table-screen.tsx'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { buttonLook } from '../../ui/button.tsx'
import { near, sentences } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { WeightsLine } from './weights-line.tsx'

type Row = Answer<'GET /api/activities/:id/evaluation'>['items'][number]

export function TaskEvaluation({ activity }: { activity: Activity }) {
  const t = useTexts('evaluation')
  const work = useTexts('work')
  const list = usePaged(
    ({ page, size }) => query('GET /api/activities/:id/evaluation', { params: { id: activity.id }, query: { page, page_size: size } }),
    { size: 20 },
  )
  const { weights, max, due, given_out: givenOut } = list.data ?? {}
  const name = ({ author }: Row) => (author.kind === 'pseudonym' ? t('work', { number: author.number ?? 0 }) : (author.name ?? ''))
  const part = (key: 'self' | 'peer'): ScreenColumn<Row> => ({
    key,
    head: work(`part.${key}`),
    numeric: true,
    text: (row) => row[key].points ?? '',
    cell: (row) => (
      <span>
        {row[key].points ?? '–'}
        {row[key].of > 0 && <span className="block text-caption text-text-3">{t('doneOf', { done: row[key].done, of: row[key].of })}</span>}
      </span>
    ),
    card: 'more',
  })
  const columns: ScreenColumn<Row>[] = [
    { key: 'name', head: t('student'), text: name, cell: (row) => <span className="font-medium">{name(row)}</span> },
    {
      key: 'teacher',
      head: work('part.teacher'),
      numeric: true,
      text: ({ teacher }) => teacher ?? '',
      cell: ({ teacher }) => teacher ?? <span className="text-text-3">{t('toMark')}</span>,
      card: 'more',
    },
    ...(weights?.self ? [part('self')] : []),
    part('peer'),
    ...(weights
      ? [
          {
            key: 'points',
            head: t('points'),
            ...(max && { under: t('ofPoints', { max }) }),
            numeric: true,
            text: ({ points }: Row) => points ?? '',
            cell: ({ points }: Row) => <b className="tabular">{points ?? '–'}</b>,
            card: 'end' as const,
          },
        ]
      : []),
    {
      key: 'open',
      head: t('open'),
      hideHead: true,
      cell: (row) => (
        <Link
          to={paths.markWork(activity.course_id, activity.id, row.submission_id)}
          aria-label={t('openOf', { name: name(row) })}
          className={buttonLook('secondary', 'sm')}
        >
          {t('open')}
        </Link>
      ),
      card: 'more',
    },
  ]
  return (
    <div className="space-y-3.5">
      {list.data && (
        <section aria-label={t('howItCounts')} className="surface-card flex flex-wrap items-center gap-3 p-4">
          <div className="min-w-0 flex-1 basis-60 space-y-1">
            {weights ? <WeightsLine weights={weights} /> : <p className="text-body">{t('teacherAlone')}</p>}
            <p className="text-small text-text-2">
              {sentences(t(givenOut ? 'givenOut' : 'notGivenOut'), due ? t('dueAt', { when: near(due) }) : undefined)}
            </p>
          </div>
          <Link to={paths.markWork(activity.course_id, activity.id)} className={buttonLook('primary')}>
            <PenLine aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
            {t('mark')}
          </Link>
        </section>
      )}
      <TableScreen<Row>
        name="evaluation"
        caption={t('works')}
        list={list}
        columns={columns}
        rowKey={({ submission_id }) => submission_id}
        exportName={activity.title}
        failedTitle={t('listFailed')}
        empty={<Empty title={t('nobody')} text={t('nobodyText')} />}
        nothingFits={<Empty title={t('nobody')} />}
      />
    </div>
  )
}
