// The columns of a list of questions.
import { Link } from 'react-router-dom'
import type { Translate } from '../../../i18n.ts'
import { questionTypeOf } from '../../../question-types.ts'
import { Chip } from '../../../ui/marks/chip.tsx'
import { date, number, percent } from '../../../ui/format.ts'
import type { ScreenColumn } from '../../base/table/table-screen.tsx'
import type { QuestionRow } from './queries.ts'

const pointsText = (points: string) => number(Number(points), points.split('.')[1]?.length ?? 0)

export function questionColumns(
  t: Translate<'banks'>,
  q: Translate<'questions'>,
  href: (id: string) => string,
): ScreenColumn<QuestionRow>[] {
  return [
    {
      key: 'title',
      head: t('question'),
      sorts: true,
      cell: ({ id, type, title, excerpt }) => {
        const { icon: Icon } = questionTypeOf(type)
        return (
          <span className="flex min-w-0 items-start gap-2.5">
            <Icon aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-text-3" />
            <span className="min-w-0 tablet:max-w-[340px]">
              <Link to={href(id)} className="block truncate text-body font-medium hover:underline">
                {title}
              </Link>
              {excerpt && !excerpt.startsWith(title.replace(/…$/, '')) && (
                <span className="line-clamp-1 text-caption text-text-3">{excerpt}</span>
              )}
            </span>
          </span>
        )
      },
      text: ({ title }) => title,
    },
    {
      key: 'type',
      head: t('typeOf'),
      width: 150,
      cell: ({ type }) => q(`type.${type}`),
      text: ({ type }) => q(`type.${type}`),
      optional: 'hidden',
    },
    {
      key: 'tags',
      head: t('tags'),
      width: 150,
      optional: true,
      cell: ({ tags }) => (
        <span className="flex flex-wrap gap-1">
          {tags.slice(0, 3).map((tag) => (
            <Chip key={tag} tone="neutral">
              {tag}
            </Chip>
          ))}
          {tags.length > 3 && <span className="text-caption text-text-3">{t('moreTags', { count: tags.length - 3 })}</span>}
        </span>
      ),
      text: ({ tags }) => tags.join(', '),
    },
    {
      key: 'points',
      head: t('points'),
      numeric: true,
      width: 80,
      optional: true,
      cell: ({ points }) => pointsText(points),
      text: ({ points }) => points,
    },
    {
      key: 'use',
      head: t('use'),
      numeric: true,
      width: 120,
      optional: true,
      cell: ({ papers }) => (papers === 0 ? <span className="text-text-3">{t('unused')}</span> : t('papers', { count: papers })),
      text: ({ papers }) => String(papers),
    },
    {
      key: 'result',
      head: t('result'),
      numeric: true,
      width: 120,
      optional: 'hidden',
      cell: ({ answers, difficulty }) =>
        difficulty === null ? (
          <span className="text-text-3">–</span>
        ) : (
          t('resultOf', { percent: percent(difficulty * 100), count: answers })
        ),
      text: ({ difficulty }) => (difficulty === null ? '' : percent(difficulty * 100)),
    },
    {
      key: 'owner',
      head: t('owner'),
      width: 140,
      optional: 'hidden',
      cell: ({ owner }) => owner?.name ?? '–',
      text: ({ owner }) => owner?.name ?? '',
    },
    {
      key: 'updated',
      head: t('changed'),
      width: 110,
      sorts: true,
      optional: true,
      cell: ({ updated_at }) => <span className="tabular">{date(updated_at)}</span>,
      text: ({ updated_at }) => date(updated_at),
    },
  ]
}
