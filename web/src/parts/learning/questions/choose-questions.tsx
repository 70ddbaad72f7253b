// Dialog that chooses questions of a bank for a paper: found by text and type, several at once.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Library } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Answer } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { query } from '../../../queries.ts'
import { questionTypes } from '../../../question-types.ts'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { Empty, SkeletonRows } from '../../../ui/states.tsx'
import { ReadFailed } from '../../base/errors/read-failed.tsx'

type Row = Answer<'GET /api/banks/:id/questions'>['items'][number]
type TypeName = keyof typeof questionTypes
const pageSize = 30

export default function ChooseQuestions({
  course,
  chosen,
  onPick,
  onClose,
}: {
  course: string
  /** Those that the paper has. */
  chosen: ReadonlySet<string>
  onPick: (rows: readonly Row[]) => void
  onClose: () => void
}) {
  const t = useTexts('exam-work')
  const c = useTexts('course')
  const q = useTexts('questions')
  const [bank, setBank] = useState('')
  const [find, setFind] = useState('')
  const [type, setType] = useState<TypeName | ''>('')
  const [page, setPage] = useState(1)
  const [picked, setPicked] = useState<ReadonlyMap<string, Row>>(new Map())
  const banks = useQuery(query('GET /api/banks', { query: { course_id: course, page_size: 100 } }))
  const open = bank || banks.data?.items[0]?.id || ''
  const conditions = { ...(find && { keyword: find }), ...(type && { type }) }
  const list = useQuery({
    ...query('GET /api/banks/:id/questions', {
      params: { id: open },
      query: { page, page_size: pageSize, ...(Object.keys(conditions).length > 0 && { conditions: JSON.stringify(conditions) }) },
    }),
    enabled: open !== '',
    placeholderData: keepPreviousData,
  })
  const toggle = (row: Row, on: boolean) => {
    const next = new Map(picked)
    if (on) next.set(row.id, row)
    else next.delete(row.id)
    setPicked(next)
  }
  const { data } = list
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('addQuestions')}
      width={900}
      top
      changed={picked.size > 0}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {c('cancel')}
          </Button>
          <Button variant="primary" off={picked.size === 0 ? t('pickFirst') : undefined} onClick={() => onPick([...picked.values()])}>
            {picked.size > 0 ? t('addCount', { count: picked.size }) : t('add')}
          </Button>
        </>
      }
    >
      <div className="space-y-3 pb-1">
        <div className="flex flex-wrap gap-3">
          <Select
            label={t('bank')}
            hideLabel
            value={open}
            onChange={(next) => {
              setBank(next)
              setPage(1)
            }}
            options={banks.data?.items.map(({ id, title, questions }) => ({ value: id, label: `${title} (${questions})` })) ?? []}
            className="w-[240px] max-tablet:w-full"
          />
          <SearchInput
            label={t('findQuestion')}
            value={find}
            onSearch={(text) => {
              setFind(text)
              setPage(1)
            }}
            className="w-[240px] max-tablet:w-full"
          />
          <Select
            label={t('questionType')}
            hideLabel
            value={type}
            onChange={(next) => {
              setType(next as TypeName | '')
              setPage(1)
            }}
            options={[
              { value: '', label: t('allTypes') },
              ...(Object.keys(questionTypes) as TypeName[]).map((value) => ({ value, label: q(`type.${value}`) })),
            ]}
            className="w-[180px] max-tablet:w-full"
          />
        </div>
        {banks.error && !banks.data ? (
          <ReadFailed title={t('banksFailed')} error={banks.error} at={banks.errorUpdatedAt} onRetry={() => void banks.refetch()} />
        ) : banks.data?.items.length === 0 ? (
          <Empty title={t('noBank')} text={t('noBankText')}>
            <Link to={paths.questions(course)} className={buttonLook('primary')}>
              <Library aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
              {t('toBank')}
            </Link>
          </Empty>
        ) : list.error && !data ? (
          <ReadFailed title={t('banksFailed')} error={list.error} at={list.errorUpdatedAt} onRetry={() => void list.refetch()} />
        ) : !data ? (
          <SkeletonRows />
        ) : data.items.length === 0 ? (
          <Empty title={t('nothingFits')}>
            <Link to={paths.questions(course)} className={buttonLook()}>
              {t('toBank')}
            </Link>
          </Empty>
        ) : (
          <ul className="surface-card divide-y divide-line">
            {data.items.map((row) => {
              const there = chosen.has(row.id)
              return (
                <li key={row.id} className="flex items-start gap-3 px-3.5 py-2.5">
                  <Checkbox
                    label={row.title || row.excerpt}
                    help={[
                      q(`type.${row.type}`),
                      t('pointsOf', { count: Number(row.points), points: row.points }),
                      row.title && row.excerpt,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                    checked={there || picked.has(row.id)}
                    off={there ? t('isInPaper') : undefined}
                    onChange={(on) => toggle(row, on)}
                    className="min-w-0 flex-1"
                  />
                </li>
              )
            })}
          </ul>
        )}
        {data && data.pages > 1 && (
          <div className="flex items-center justify-between gap-3">
            <Button off={page === 1 ? t('isFirst') : undefined} onClick={() => setPage(page - 1)}>
              {t('previousPage')}
            </Button>
            <span className="tabular text-small text-text-2">
              {page} / {data.pages}
            </span>
            <Button off={page === data.pages ? t('isLast') : undefined} onClick={() => setPage(page + 1)}>
              {t('nextPage')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}
