// Chunk of posts: read when it comes near the window, until then as high as it is likely to be.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { SkeletonText } from '../../../ui/states.tsx'
import { ReadFailed } from '../../base/errors/read-failed.tsx'
import { useAddresses } from '../work/addresses.ts'
import { PostCard } from './post-card.tsx'
import type { Drawn } from './drawn.ts'
import { postsOf } from './queries.ts'

/** Likely height of a post, px; and the distance to the window at which a chunk is read. */
const likely = 132
const near = '1200px'

export function PostChunk({ numbers, ...drawn }: Drawn & { numbers: readonly number[] }) {
  const t = useTexts('forum')
  const { topic, target } = drawn
  const holdsTarget = target !== undefined && numbers.includes(target)
  const [isNear, setNear] = useState(holdsTarget)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (holdsTarget) setNear(true)
    if (isNear || !root.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: near })
    observer.observe(root.current)
    return () => observer.disconnect()
  }, [isNear, holdsTarget])
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...postsOf(topic.id, numbers),
    enabled: isNear || holdsTarget,
    placeholderData: keepPreviousData as never,
  })
  const files = useAddresses(data?.files)
  if (error && !data) return <ReadFailed title={t('postsFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div ref={root} style={{ minHeight: numbers.length * likely }} className="surface-card p-4">
        {(isNear || holdsTarget) && <SkeletonText lines={6} />}
      </div>
    )
  return (
    <div ref={root}>
      <ol className="space-y-3">
        {data.items.map((post) => (
          <li key={post.id}>
            <PostCard post={post} files={files} {...drawn} />
          </li>
        ))}
      </ol>
    </div>
  )
}
