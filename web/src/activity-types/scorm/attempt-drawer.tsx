// Drawer of one attempt at a package, for who teaches: its answers, its saves with their values, and its way to the bin.
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { invalidate, query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { date, timeWithSeconds } from '../../ui/format.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { Table } from '../../ui/table/table.tsx'

type Detail = Answer<'GET /api/activities/:id/package-attempts/:attempt'>

export function AttemptDrawer({
  activity,
  attempt,
  onClose,
  onRestore,
}: {
  activity: string
  attempt: string
  onClose: () => void
  onRestore: (attempt: string) => void
}) {
  const t = useTexts('packages')
  const [page, setPage] = useState({ page: 1, page_size: 20 })
  const { data, error, errorUpdatedAt, refetch } = useQuery(
    query('GET /api/activities/:id/package-attempts/:attempt', { params: { id: activity, attempt }, query: page }),
  )
  const remove = async (of: Detail) => {
    try {
      await call('DELETE /api/activities/:id/package-attempts/:attempt', {
        params: { id: activity, attempt },
        query: { version: of.attempt.version },
      })
      onClose()
      toast({ text: t('inBin', { name: of.person.name }), undo: () => onRestore(attempt) })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    }
    await invalidate('GET /api/activities/:id/package-attempts', 'GET /api/activities/:id/package-attempts/:attempt')
  }
  return (
    <Drawer
      open
      onClose={onClose}
      title={data ? t('detailsOf', { name: data.person.name, n: data.attempt.n }) : t('details')}
      description={t('reported')}
      footer={
        data && (
          <Button icon={Trash2} onClick={() => void remove(data)}>
            {t('toBin')}
          </Button>
        )
      }
    >
      {error && !data ? (
        <ReadFailed title={t('attemptsFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="space-y-5">
          <Interactions detail={data} />
          <Journal detail={data} onPage={(next, page_size) => setPage({ page: next, page_size })} />
        </div>
      ) : (
        <SkeletonRows />
      )}
    </Drawer>
  )
}

const titleIn = ({ package_items: items }: Detail, sco: string) => items.find(({ id }) => id === sco)?.title ?? sco

function Interactions({ detail }: { detail: Detail }) {
  const t = useTexts('packages')
  return (
    <section aria-label={t('interactions')} className="space-y-2">
      <h3 className="text-body font-semibold">{t('interactions')}</h3>
      {detail.interactions.length === 0 ? (
        <p className="text-small text-text-2">{t('noInteractions')}</p>
      ) : (
        <Table
          compact
          caption={t('interactions')}
          rows={detail.interactions}
          rowKey={({ sco, n }) => `${sco} ${n}`}
          columns={[
            { key: 'question', head: t('question'), cell: (one) => <span className="wrap-anywhere">{one.description || one.id}</span> },
            { key: 'answer', head: t('answer'), cell: ({ response }) => <span className="wrap-anywhere">{response}</span> },
            { key: 'result', head: t('result'), cell: ({ result }) => <span className="wrap-anywhere">{result}</span> },
          ]}
        />
      )}
    </section>
  )
}

function Journal({ detail, onPage }: { detail: Detail; onPage: (page: number, size: number) => void }) {
  const t = useTexts('packages')
  const { journal } = detail
  return (
    <section aria-label={t('journal')} className="space-y-2">
      <h3 className="text-body font-semibold">{t('journal')}</h3>
      {journal.items.length === 0 ? (
        <p className="text-small text-text-2">{t('noJournal')}</p>
      ) : (
        <Table
          compact
          caption={t('journal')}
          rows={journal.items}
          rowKey={({ seq }) => seq}
          columns={[
            {
              key: 'at',
              head: t('time'),
              cell: ({ at }) => (
                <span className="tabular">
                  {date(at)} {timeWithSeconds(at)}
                </span>
              ),
            },
            { key: 'part', head: t('part'), cell: ({ sco }) => titleIn(detail, sco) },
            {
              key: 'values',
              head: t('values'),
              cell: ({ set }) => (
                <span className="font-mono text-caption wrap-anywhere">
                  {Object.entries(set)
                    .map(([element, value]) => `${element} = ${value}`)
                    .join('\n')}
                </span>
              ),
            },
          ]}
        />
      )}
      {journal.pages > 1 && (
        <Pagination
          page={journal.page}
          pages={journal.pages}
          pageSize={journal.page_size}
          total={journal.total}
          scroll={false}
          onChange={onPage}
        />
      )}
    </section>
  )
}
