// Topic with its posts: read by chunks as they come near the window, unread ones marked; what arrives meanwhile is announced and never moves the page.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { call } from '../../../client.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Banner } from '../../../ui/marks/banner.tsx'
import { useShownTask } from '../../base/tasks/shown-task.ts'
import { authorName } from './author.tsx'
import { chunksOf, rowOf } from './chunks.ts'
import type { Answered, Drawn } from './drawn.ts'
import { PostCard } from './post-card.tsx'
import { PostChunk } from './post-chunk.tsx'
import { PostForm, type Written } from './post-form.tsx'
import { outlineOf, placeOf, type Post, refreshTopic, type TalkAuthor, type Topic, topicOf, waitingOf } from './queries.ts'
import { TopicHead } from './topic-head.tsx'
import { useAddresses } from '../work/addresses.ts'
import { useReading } from './use-reading.ts'

const TaskCard = lazy(() =>
  Promise.all([import('../../base/tasks/task-card.tsx'), texts('exports', 'tasks', 'errors')]).then(([module]) => module),
)

/** `heading`: the topic's title is the page's; under an activity its own heading follows that of the activity. */
export function TopicView({ id, level = 1 }: { id: string; level?: 1 | 2 }) {
  const { data: topic } = useSuspenseQuery(topicOf(id))
  const [exported, setExported] = useShownTask(['exportTopic'], { subject: `topic:${id}`, name: 'export' })
  return (
    <>
      <TopicHead topic={topic} level={level} onExport={setExported} />
      {exported && (
        <Suspense>
          <div className="mt-3">
            <TaskCard key={exported} id={exported} onClose={() => setExported(undefined)} />
          </div>
        </Suspense>
      )}
      <PostList key={id} topic={topic} />
    </>
  )
}

/** `label`: the name of the form below the posts. */
export function PostList({ topic, label }: { topic: Topic; label?: string }) {
  const t = useTexts('forum')
  const { data: outline } = useSuspenseQuery(outlineOf(topic.id))
  const [params] = useSearchParams()
  const [target, setTarget] = useState<number | undefined>(() => {
    const asked = Number(params.get('post'))
    return asked > 0 ? asked : outline.read_n > 0 ? (outline.first_unread ?? undefined) : undefined
  })
  const [drawnUpTo, setDrawnUpTo] = useState(outline.last_n)
  const [readBefore] = useState(outline.read_n)
  const [answered, setAnswered] = useState<Answered>()
  const [posted, setPosted] = useState(0)
  const [, setSeen] = useState(0)
  const reading = useReading(topic.id, outline, () => setSeen((n) => n + 1))
  const rows = useMemo(() => outline.rows.map(rowOf), [outline])
  const drawn = useMemo(() => rows.filter(({ n }) => n <= drawnUpTo).map(({ n }) => n), [rows, drawnUpTo])
  const chunks = useRef<number[][]>([])
  if (chunks.current.flat().join() !== drawn.join()) chunks.current = chunksOf(drawn, chunks.current)
  const fresh = rows.filter(({ n, isStub }) => n > drawnUpTo && !isStub)
  // a post that waited is shown where it stood, and announced to others alone
  const [waited, setWaited] = useState<string[]>([])
  const isMet = fresh.some(({ author }) => waited.includes(authorKey(outline.authors[author])))
  useEffect(() => {
    if (!isMet) return
    setDrawnUpTo(outline.last_n)
    setWaited([])
  }, [isMet, outline.last_n])
  const unread = rows
    .filter(({ n, isStub }) => n > readBefore && n <= drawnUpTo && !isStub && !reading.isSeen(n))
    .toSorted((a, b) => a.n - b.n)
  const show = (n: number) => {
    setDrawnUpTo((known) => Math.max(known, n, outline.last_n))
    setTarget(n)
  }
  const post = async ({ body, anonymous }: Written, answering?: Answered) => {
    const { post } = await call('POST /api/topics/:id/posts', {
      params: { id: topic.id },
      body: {
        body,
        ...(anonymous && { anonymous }),
        ...(answering && { parent_n: answering.n, ...(answering.quote && { quote_n: answering.n }) }),
      },
    })
    if (post.n === null) toast({ text: t('waits') })
    // before it is read: it is no new post of somebody else
    else show(post.n)
    await refreshTopic(topic.id)
  }
  const authorOf = useMemo(() => new Map(rows.map(({ n, author }) => [n, outline.authors[author]])), [rows, outline])
  const nameOf = (n: number) => {
    const author = authorOf.get(n)
    return author ? authorName(author, t) : t('formerMember')
  }
  const shared: Drawn = {
    topic,
    nameOf,
    readBefore,
    reading,
    target,
    onTarget: () => setTarget(undefined),
    onShow: show,
    answered,
    onAnswer: setAnswered,
    onPost: post,
  }
  return (
    <div className="mt-4 space-y-3">
      {topic.waits_for_mine && <Banner tone="info">{t('waitsForMine')}</Banner>}
      {topic.waits && <Banner tone="info">{t('topicWaits')}</Banner>}
      {chunks.current.map((numbers) => (
        <PostChunk key={numbers[0]} numbers={numbers} {...shared} />
      ))}
      <Waiting {...shared} onGone={setWaited} />
      {fresh.length > 0 && (
        <div role="status" className="sticky bottom-[calc(var(--nav)+16px)] z-10 flex justify-center [@media(max-height:400px)]:static">
          <Button variant="soft" icon={ArrowDown} onClick={() => show(Math.min(...fresh.map(({ n }) => n)))}>
            {t('newPosts', { count: fresh.length })}
          </Button>
        </div>
      )}
      {fresh.length === 0 && unread.length > 0 && (
        <div className="sticky bottom-[calc(var(--nav)+16px)] z-10 flex justify-end [@media(max-height:400px)]:static">
          <Button size="sm" icon={ArrowDown} onClick={() => show(unread[0]!.n)}>
            {t('nextUnread', { count: unread.length })}
          </Button>
        </div>
      )}
      {topic.can.post ? (
        <section aria-label={label ?? t('yourPost')} className="surface-card p-4">
          <PostForm
            key={posted}
            thing={`new ${topic.id}`}
            place={placeOf(topic)}
            label={label ?? t('yourPost')}
            submit={t('publish')}
            anonymous={topic.can.anonymous}
            send={(written) => post(written)}
            onSent={() => setPosted((n) => n + 1)}
          />
        </section>
      ) : (
        <p className="text-small text-text-2">{t('notOpen')}</p>
      )}
    </div>
  )
}

const authorKey = (author: Pick<TalkAuthor, 'id' | 'alias'> | undefined) => `${author?.id ?? ''} ${author?.alias ?? ''}`

/** Posts without a number, below the others: mine, or all for who moderates. `onGone`: the authors of those that do not wait any more. */
function Waiting({ onGone, ...drawn }: Drawn & { onGone: (authors: string[]) => void }) {
  const t = useTexts('forum')
  const { data } = useQuery(waitingOf(drawn.topic.id))
  const before = useRef<Post[]>([])
  const items = data?.items
  useEffect(() => {
    if (!items) return
    const gone = before.current.filter(({ id }) => !items.some((post) => post.id === id))
    before.current = items
    if (gone.length > 0) onGone(gone.map(({ author }) => authorKey(author)))
  }, [items, onGone])
  const files = useAddresses(data?.files)
  if (!data || data.items.length === 0) return null
  return (
    <section aria-label={t('waiting')} className="space-y-3">
      {data.items.map((post) => (
        <PostCard key={post.id} post={post} files={files} {...drawn} />
      ))}
    </section>
  )
}
