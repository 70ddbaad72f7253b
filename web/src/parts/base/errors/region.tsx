// A region of a page with its own loading and error state (its data comes by useSuspenseQuery): a skeleton of its geometry after 150 ms, a
// notice with Try again. `at` (an id, a page number) resets it when another object is shown.
import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { CallFailed } from '../../../client.ts'
import { translate } from '../../../i18n.ts'
import { Failed, SkeletonRows } from '../../../ui/states.tsx'
import { timeWithSeconds } from '../../../ui/format.ts'
import { PageTitle } from '../page/page-title.tsx'
import { isGone } from '../../../device/error-text.ts'
import { isRefusal } from './refusal.ts'
import { Refused } from './refused.tsx'
import { reloadNow, useOnline } from '../../../device/use-online.ts'

/** `whole`: it is all of a page, so that its notice is the page's heading, too, and keeps a distance to the edges. */
type RegionProps = { children: ReactNode; skeleton?: ReactNode; title?: string; at?: string; whole?: boolean }

export function Region({ children, skeleton = <SkeletonRows />, title, at, whole = false }: RegionProps) {
  const { pathname } = useLocation()
  const key = at ?? pathname
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Boundary key={key} title={title} whole={whole} reset={reset}>
          <Suspense fallback={skeleton}>{children}</Suspense>
        </Boundary>
      )}
    </QueryErrorResetBoundary>
  )
}

type BoundaryProps = { children: ReactNode; title: string | undefined; whole: boolean; reset: () => void }

class Boundary extends Component<BoundaryProps, { error: unknown; at: number }> {
  override state = { error: undefined as unknown, at: 0 }
  static getDerivedStateFromError(error: unknown) {
    return { error, at: Date.now() }
  }
  override render() {
    const { error, at } = this.state
    if (error === undefined) return this.props.children
    const { title, whole, reset } = this.props
    return (
      <Fault
        error={error}
        at={at}
        title={title}
        whole={whole}
        onRetry={() => {
          reset()
          this.setState({ error: undefined })
        }}
      />
    )
  }
}

/** The notice in place of a region that failed. `at`: epoch milliseconds. */
export function Fault({
  error,
  at,
  title = translate('shell', 'regionFailed'),
  whole,
  onRetry,
}: Pick<BoundaryProps, 'title' | 'whole'> & { error: unknown; at: number; onRetry: () => void }) {
  // The page is about to show the sign-in page.
  if (error instanceof CallFailed && error.status === 401) return null
  if (isRefusal(error)) {
    if (!whole) return <Refused error={error} />
    return (
      <div className="px-4">
        <PageTitle title={translate('shell', error.status === 403 ? 'forbidden' : 'thingNotFound')} hidden />
        <Refused error={error} />
      </div>
    )
  }
  const code = error instanceof CallFailed ? error.status || undefined : undefined
  // code that did not load is not asked for again before the page itself is loaded again
  const retry = isGone(error) ? reloadNow : onRetry
  const failed = (
    <>
      <Failed title={title} code={code} at={timeWithSeconds(at)} onRetry={retry} />
      {code === undefined && <Online act={retry} />}
    </>
  )
  if (!whole) return failed
  return (
    <div className="p-6 max-tablet:p-4">
      <PageTitle title={title} hidden />
      {failed}
    </div>
  )
}

function Online({ act }: { act: () => void }) {
  useOnline(act)
  return null
}
