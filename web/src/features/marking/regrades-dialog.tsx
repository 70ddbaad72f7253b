// The regrades of an exam, the latest first: by whom, by which version of the question, and whose points changed.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { dateTime } from '../../ui/format.ts'
import { Pagination } from '../../ui/table/pagination.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { regradesQuery } from './queries.ts'
import { RegradeLines } from './regrade-lines.tsx'

export default function RegradesDialog({ activity, onClose }: { activity: string; onClose: () => void }) {
  const t = useTexts('marking')
  const [page, setPage] = useState(1)
  const { data, error, errorUpdatedAt, refetch } = useQuery(regradesQuery(activity, page))
  return (
    <Dialog open onClose={onClose} title={t('regrades')} width={560}>
      <div className="space-y-5 pb-3">
        {error && !data && <ReadFailed title={t('regradesFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />}
        {!error && !data && <SkeletonRows />}
        {data?.items.map(({ id, at, by, title, from_n, to_n, lines }) => (
          <section key={id} className="space-y-2">
            <h3 className="text-body font-semibold break-words">{title}</h3>
            <p className="text-small text-text-2">
              {t('regradeOf', { when: dateTime(at), who: by?.name ?? '–', from: from_n ?? '–', to: to_n })}
            </p>
            {lines.length === 0 ? <p className="text-body">{t('regradeNothing')}</p> : <RegradeLines caption={title} lines={lines} />}
          </section>
        ))}
        {data && data.pages > 1 && (
          <Pagination
            simple
            scroll={false}
            page={page}
            pages={data.pages}
            pageSize={data.page_size}
            total={data.total}
            onChange={setPage}
          />
        )}
      </div>
    </Dialog>
  )
}
