// Frame of the management pages: the menu at the left, on a phone above; a page is for those with its permission, and where the organisation demands
// a code nothing is read before it is entered. People who only see the courses have no code.
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMatches } from 'react-router-dom'
import { texts, useTexts } from '../../i18n.ts'
import { ManagersOnly } from '../../parts/base/errors/managers-only.tsx'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { BackLink } from '../../parts/base/page/back-link.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { query, queryClient } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { ManagementMenu, type Waiting } from '../../shell/management-menu.tsx'
import type { ManagementEntry } from '../../page.ts'
import { useTurn } from '../../ui/dialogs/turns.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { waitingShares } from './queries.ts'

const CodePopup = lazy(async () => (await Promise.all([import('./code-popup.tsx'), texts('account'), texts('workplace')]))[0])

type FrameProps = { title: string; back?: { to: string; label: string }; aside?: ReactNode; children: ReactNode }

/** `back` leads to the list that the page belongs to; `aside` stands beside the title. The page is refused to those without the permission that the table of pages names. */
export function ManagementFrame({ title, back, aside, children }: FrameProps) {
  const me = useMe()
  const { needs } = (useMatches().at(-1)?.handle ?? {}) as Partial<ManagementEntry>
  const waiting = useWaiting(me.may('sharing.review'))
  if (!me.manages || (needs && !me.may(needs))) return <ManagersOnly title={title} />
  return (
    <div className="flex flex-1 max-tablet:flex-col">
      <ManagementMenu may={me.may} waiting={waiting} />
      <div className="min-w-0 max-w-[1280px] flex-1 px-6 py-4 max-tablet:px-4">
        <div className="mb-3 flex min-h-8 flex-wrap items-baseline gap-x-3">
          {back && (
            <span className="-ml-2 self-center">
              <BackLink {...back} />
            </span>
          )}
          <PageTitle title={title} className="font-title text-title font-bold" />
          {aside}
        </div>
        {needs === 'course.read' && !me.may('statistics.read') ? children : <BehindCode>{children}</BehindCode>}
      </div>
    </div>
  )
}

const validation = query('GET /api/auth_code/auth_validate')

/** The numbers that wait at entries of the menu, for those who decide over it and read again each minute; not read before the organisation's code is entered. */
function useWaiting(reviews: boolean): Waiting {
  const { data } = useQuery({ ...validation, enabled: reviews })
  const shared = useQuery({ ...waitingShares, enabled: reviews && data?.code_needed === false, refetchInterval: 60_000 })
  return { sharedFiles: shared.data?.waiting }
}

/** Its content, once the organisation's code is entered where it demands one; a code that runs out later is asked for above it. */
function BehindCode({ children }: { children: ReactNode }) {
  const t = useTexts('management')
  const { data, error, errorUpdatedAt, refetch } = useQuery(validation)
  const asks = data?.code_needed
  const turn = useTurn('management', asks === true)
  const [open, setOpen] = useState(false)
  if (asks === false && !open) setOpen(true)
  if (error && !data) return <ReadFailed error={error} at={errorUpdatedAt} title={t('failed')} onRetry={() => void refetch()} />
  const entered = async () => {
    // a read that is under way knows nothing of the code yet
    await queryClient.cancelQueries({ queryKey: validation.queryKey })
    queryClient.setQueryData(validation.queryKey, { code_needed: false, dingtalk_auth_validate: false, messenger: null, sent: null })
    // reads that were refused meanwhile
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }
  return (
    <>
      {open ? children : <SkeletonRows rows={6} />}
      {asks && turn && (
        <Suspense>
          <CodePopup onDone={() => void entered()} />
        </Suspense>
      )}
    </>
  )
}
