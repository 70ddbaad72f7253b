// A region reads its data itself (useSuspenseQuery) and has its own waiting and failing: a skeleton of its geometry after 150 ms, a
// notice with Try again. Give it `at` (an id, a page number) when another thing must not show the old one's state.
import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { CallFailed } from '../../client.ts'
import { say } from '../../i18n.ts'
import { Failed, SkeletonRows } from '../../ui/states.tsx'
import { timeWithSeconds } from '../../ui/format.ts'
import { Refused } from './refused.tsx'

type Props = { children: ReactNode; skeleton?: ReactNode; title?: string; at?: string }

export function Region({ children, skeleton = <SkeletonRows />, title, at }: Props) {
  const { pathname } = useLocation()
  const key = at ?? pathname
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Boundary key={key} title={title} reset={reset}>
          <Suspense fallback={skeleton}>{children}</Suspense>
        </Boundary>
      )}
    </QueryErrorResetBoundary>
  )
}

type BoundaryProps = { children: ReactNode; title: string | undefined; reset: () => void }

class Boundary extends Component<BoundaryProps, { error: unknown; at: number }> {
  override state = { error: undefined as unknown, at: 0 }
  static getDerivedStateFromError(error: unknown) {
    return { error, at: Date.now() }
  }
  override render() {
    const { error, at } = this.state
    if (error === undefined) return this.props.children
    // The way to the sign-in page has begun: nothing to say here.
    if (error instanceof CallFailed && error.status === 401) return null
    // 400 to a read: the address carries something that is no id, so there is nothing to try again.
    if (error instanceof CallFailed && [400, 403, 404].includes(error.status)) return <Refused error={error} />
    const code = error instanceof CallFailed ? error.status || undefined : undefined
    return (
      <Failed
        title={this.props.title ?? say('shell', 'regionFailed')}
        code={code}
        at={timeWithSeconds(at)}
        onRetry={() => {
          this.props.reset()
          this.setState({ error: undefined })
        }}
      />
    )
  }
}
