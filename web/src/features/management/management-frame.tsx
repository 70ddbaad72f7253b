// Frame of the management pages: the menu at the left, on a phone above; who does not manage is told so, and where the organisation demands a
// code nothing is read before it is entered.
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { texts, useTexts } from '../../i18n.ts'
import { ManagersOnly } from '../../parts/base/errors/managers-only.tsx'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { query, queryClient } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { ManagementMenu } from '../../shell/management-menu.tsx'
import { useTurn } from '../../ui/dialogs/turns.ts'
import { SkeletonRows } from '../../ui/states.tsx'

const CodePopup = lazy(async () => (await Promise.all([import('./code-popup.tsx'), texts('account')]))[0])

type FrameProps = { title: string; aside?: ReactNode; readers?: boolean; children: ReactNode }

/** `aside` stands beside the title; `readers`: also for those who see the courses and manage nothing, without the menu. */
export function ManagementFrame({ title, aside, readers = false, children }: FrameProps) {
  const me = useMe()
  if (!me.manages && !(readers && me.readsCourses)) return <ManagersOnly title={title} />
  return (
    <div className="flex flex-1 max-tablet:flex-col">
      {me.manages && <ManagementMenu roles={me.roles} may={me.may} />}
      <div className="min-w-0 max-w-[1280px] flex-1 px-6 py-4 max-tablet:px-4">
        <div className="mb-3 flex min-h-8 flex-wrap items-baseline gap-x-3">
          <PageTitle title={title} className="font-title text-title font-bold" />
          {aside}
        </div>
        {me.manages ? <BehindCode>{children}</BehindCode> : children}
      </div>
    </div>
  )
}

const validation = query('GET /api/auth_code/auth_validate')

/** Its content, once the organisation's code is entered where it demands one; a code that runs out later is asked for above it. */
function BehindCode({ children }: { children: ReactNode }) {
  const t = useTexts('management')
  const { data, error, errorUpdatedAt, refetch } = useQuery(validation)
  const asks = data?.dingtalk_auth_validate
  const turn = useTurn('management', asks === true)
  const [open, setOpen] = useState(false)
  if (asks === false && !open) setOpen(true)
  if (error && !data) return <ReadFailed error={error} at={errorUpdatedAt} title={t('failed')} onRetry={() => void refetch()} />
  const entered = () => {
    queryClient.setQueryData(validation.queryKey, { dingtalk_auth_validate: false })
    // what was refused meanwhile
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }
  return (
    <>
      {open ? children : <SkeletonRows rows={6} />}
      {asks && turn && (
        <Suspense>
          <CodePopup onDone={entered} />
        </Suspense>
      )}
    </>
  )
}
