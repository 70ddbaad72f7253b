// Section of my own requests to organisations: what I have asked for, how it was decided, and the dialog that asks.
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type Answer, call } from '../../client.ts'
import { texts, useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { Section } from '../../parts/base/page/section.tsx'
import { invalidate } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { dialogTrigger } from '../../ui/dialogs/dialog.tsx'
import { laterDialog } from '../../ui/dialogs/later-dialog.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { bytes, date } from '../../ui/format.ts'
import { Chip, type Tone } from '../../ui/marks/chip.tsx'
import { SkeletonRows } from '../../ui/states.tsx'

const OrgApply = laterDialog(async () => (await Promise.all([import('./org-apply.tsx'), texts('errors', 'organisation')]))[0])

type OwnRequest = Answer<'GET /api/user/org-requests'>['items'][number]
const ownRequests = infiniteQueryOptions({
  queryKey: ['GET /api/user/org-requests', { query: { page_size: 20 }, all: true }] as const,
  initialPageParam: 1,
  queryFn: ({ pageParam, signal }): Promise<Answer<'GET /api/user/org-requests'>> =>
    call('GET /api/user/org-requests', { query: { page: pageParam, page_size: 20 }, signal }),
  getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
})
const tones: Record<OwnRequest['state'], Tone> = { open: 'info', agreed: 'ok', rejected: 'bad', withdrawn: 'neutral' }

export function RequestsSection() {
  const t = useTexts('requests')
  const [open, setOpen] = useState(false)
  const { may, bound } = useMe()
  // whoever manages the files of all of the organisation, not of a department
  const storage = may('files.manage') && !bound
  const { data, error, errorUpdatedAt, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(ownRequests)
  const requests = data?.pages.flatMap(({ items }) => items) ?? []
  const withdraw = ({ id }: OwnRequest) =>
    call('DELETE /api/user/org-requests/:id', { params: { id } })
      .then(
        () => toast({ text: t('withdrawn') }),
        (failure) => toast({ text: problemText(failure), error: true }),
      )
      .finally(() => void invalidate('GET /api/user/org-requests'))
  return (
    <Section title={t('own')}>
      <div className="surface-card divide-y divide-line">
        {error && !data ? (
          <ReadFailed error={error} at={errorUpdatedAt} title={t('ownFailed')} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows rows={1} />
        ) : (
          requests.length > 0 && (
            <ul className="divide-y divide-line">
              {requests.map((request) => (
                <li key={request.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2.5">
                  <span className="min-w-0 flex-1 basis-[220px]">
                    <span className="block wrap-break-word">
                      {t(`ownWish.${request.kind}`, {
                        org: request.org.name,
                        name: request.name,
                        amount: bytes(request.storage_quota ?? 0),
                      })}
                    </span>
                    <span className="block text-caption wrap-break-word text-text-3">
                      {[date(request.created_at), request.reason].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                  <Chip tone={tones[request.state]}>{t(`state.${request.state}`)}</Chip>
                  {request.state === 'open' && (
                    <Button size="sm" variant="quiet" onClick={() => void withdraw(request)}>
                      {t('withdraw')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        )}
        {hasNextPage && (
          <div className="px-5 py-2">
            <Button size="sm" variant="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('ownMore')}
            </Button>
          </div>
        )}
        <div className="flex flex-wrap items-center gap-3 px-5 py-3">
          <p className="min-w-0 flex-1 basis-[220px] text-text-2">{t(storage ? 'ownTextStorage' : 'ownText')}</p>
          <span {...dialogTrigger}>
            <Button icon={Plus} onClick={() => setOpen(true)}>
              {t('ask')}
            </Button>
          </span>
        </div>
      </div>
      {open && (
        <Suspense>
          <OrgApply storage={storage} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}
